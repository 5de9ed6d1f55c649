"""`python -m orbweaver`: runs the command line when `orbweaver` is not on PATH."""

from orbweaver.main import main

if __name__ == "__main__":
    main()
