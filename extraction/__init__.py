"""One captured page in, values out: Markdown, HTML, links, metadata, structured data, quality.

Lives here: pure reading. No network, clock or database; equal input gives equal output; runs in a process pool.
May be imported by every floor above; imports only `contract`.
"""
