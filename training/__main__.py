"""`python -m training DATA` trains the main-content model on annotated pages. `make train ARGS=DATA` runs it."""

from training.fit import main

main()
