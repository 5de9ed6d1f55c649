"""Benchmarks against named baselines. See README.md for how to run them. Only tests import this package."""
