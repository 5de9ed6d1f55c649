"""Commands that look up companies without a server. One file per command; only `orbweaver.main` imports them."""
