"""OAuth for the MCP interface: hosted assistants get a token for a workspace after a person has agreed in the console.

`discovery` publishes the addresses of the endpoints (RFC 9728, RFC 8414). `client_document` fetches the metadata of a program. A
program's `client_id` is the URL of this metadata, so programs do not register. `request` validates an authorization request.
`api.console.views.authorize` shows the page of consent. `tokens` exchanges a code for a token, and revokes tokens.
Imported by `api.app`, `api.console` and `api.asgi.mcp`.
"""
