"""The commands, one file each, in folders by what they act on. `orbweaver.main` imports a file when its command is called.

To add a command: a file with a click command named `command`, and its line: in the operation's row of `contract.operations`, or
in `orbweaver.main.FOLDERS`.
"""
