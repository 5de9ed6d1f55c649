"""The pages of the console, a file per page. Imported by `api.console.routes` only."""
