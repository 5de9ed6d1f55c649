"""One file per noun: routes and their documentation, nothing of the work. Imported by `api.app`."""
