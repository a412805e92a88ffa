"""The words of the meld family."""
