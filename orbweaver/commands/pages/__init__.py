"""Commands that fetch or read pages without a server. One file per command; only `orbweaver.main` imports them."""
