#!/bin/bash -eu
# What OSS-Fuzz runs in its image to build the targets, each with its corpus.
pip3 install ".[fast]"
for target in fuzz/fuzz_*.py; do
  name=$(basename "$target" .py)
  compile_python_fuzzer "$target" --add-data rulesets:referee/rulesets --add-data schemas:referee/schemas
  zip -jq "$OUT/${name}_seed_corpus.zip" "fuzz/corpus/${name#fuzz_}"/*
done
