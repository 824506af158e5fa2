"""What strangers may send, and what must come of it."""
