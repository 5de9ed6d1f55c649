"""Makes logos safe to serve, and draws them: clean SVG, the sizes, monograms, adaptive SVG.

Pure code: no network, clock or database. Runs in a process pool.
Imported by `extraction.brand` and by the higher layers. Imports only `contract`.
"""
