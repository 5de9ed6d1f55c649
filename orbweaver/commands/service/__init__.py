"""Commands that run, check and migrate the service. One file per command; only `orbweaver.main` imports them."""
