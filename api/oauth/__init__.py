"""OAuth for the MCP interface: hosted assistants get a token for a workspace after a person has agreed in the console.

`discovery` says where everything is (RFC 9728, RFC 8414). `client_document` reads what a program says about itself at the address
that is its `client_id` (client id metadata documents; there is no registration). `request` checks what it asks for.
`api.console.views.authorize` shows the page of consent. `tokens` exchanges a code for a token, and revokes tokens.
Imported by `api.app`, `api.console` and `api.asgi.mcp`.
"""
