"""The command line.

`main` is the command group, `commands/` has one file per command. `up` runs the whole service on one machine with the
embedded servers, `doctor` checks the installation. No other package imports this one.
"""
