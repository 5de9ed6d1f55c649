"""Loopback sites and generated pages that the benchmarks fetch."""
