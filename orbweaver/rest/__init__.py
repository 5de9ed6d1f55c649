"""What `orbweaver.client` is made of: the calls of the REST interface, their records, their failures. It needs no server code.

`records`, `sync_calls` and `async_calls` are generated from `contract` (`make client`).
"""
