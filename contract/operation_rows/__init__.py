"""The rows of `contract.operations`, which is the only importer, and what a row states."""
