"""One file per command or noun, loaded by name when it is called. To add one: a file with a click command of the
file's name in it, and a row in `orbweaver.main.COMMANDS`."""
