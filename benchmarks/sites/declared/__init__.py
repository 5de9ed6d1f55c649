"""Made-up pages of eight kinds with hand-made truth, for `benchmarks.extract`. `made_pages` lists them."""
