"""Web search: `base.find` asks the configured search engines in order. One file per engine; `ranked` is the order of `index`.

To add an engine: a file with a class that is a `query.SearchProvider`, its name in
`contract.setting_values.SEARCH_PROVIDERS` and in `base`.
"""
