"""Other software that the benchmarks compare with. Each file runs in an interpreter that has that software installed."""
