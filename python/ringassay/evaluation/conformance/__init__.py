"""Whether a system under test keeps to the protocol, and what to do where it does not."""
