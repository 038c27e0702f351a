"""The warm host: a resident process whose forks answer calls, and the way to it."""
