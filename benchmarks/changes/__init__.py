"""Pairs of visits of one page with known differences: false alarms and missed changes of `extraction.changes`."""
