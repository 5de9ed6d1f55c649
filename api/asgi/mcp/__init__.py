"""The MCP interface: the operations of the service as tools. `api.asgi.application` uses it.

`tools` lists the tools. `rest_call` sends a tool call as a REST request through the same application, so limits, prices
and errors are those of REST. `protocol` speaks MCP with the official SDK. `serving` answers the two paths.
"""
