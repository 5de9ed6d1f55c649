"""`python -m training DATA`: fits the reading models on annotated pages; `make train ARGS=DATA` calls it."""

from training.fit import main

main()
