"""The host: it asks every enabled slice about a tool call and gives the client one answer."""
