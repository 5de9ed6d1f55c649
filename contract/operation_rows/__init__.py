"""The rows of `contract.operations`, those of watches, and what a row states (`definition.py`)."""
