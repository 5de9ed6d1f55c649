"""The command line: starts and asks everything below.

Lives here: `main` (the command group), one file per command in `commands/`, `up` and the servers it brings along,
`doctor`, `bootstrap` (the set-up that runs before anything is installed). Nothing imports this package.
"""
