"""`python -m extraction.training DATA`: fits the reading models on annotated pages; `make train ARGS=DATA` calls it."""

from extraction.training.fit import main

main()
