"""Web search: `base.find` asks the configured search engines in order. One file per engine.

To add an engine: a file with a class that has `answer` of `query.SearchProvider`, its name in
`contract.setting_values.SEARCH_PROVIDERS` and in `base`.
"""
