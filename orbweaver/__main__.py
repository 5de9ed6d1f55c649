"""`python -m orbweaver`: the command, where it is not on PATH."""

from orbweaver.main import main

if __name__ == "__main__":
    main()
