"""Commands that manage workspaces, keys and credits. One file per command; only `orbweaver.main` imports them."""
