"""What the slices would have said to the tool calls of recorded sessions."""
