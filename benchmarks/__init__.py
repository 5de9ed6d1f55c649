"""Ratios against named baselines, measured in one run; README.md here tells how to run each. Imported by nobody."""
