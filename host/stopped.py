"""The end that somebody asked of a process; it goes past all who guard against what code raises."""


class Stopped(BaseException):
    """Somebody asked this process to end, or what it is made of changed meanwhile."""
