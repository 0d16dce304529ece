"""The engine: thinkers behind stdin and stdout, spoken to in the protocol."""
