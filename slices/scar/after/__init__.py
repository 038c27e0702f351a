"""What reached the disk: the files that changed during a call, and whether they still parse."""
