"""The file that a new scar begins with: it is sound, and each key is explained in it."""

TEMPLATE = """\
# A scar of your own. It is asked about each shell command, from the next call on.
# Nothing in here is run. Patterns are shell-style: * ? [abc]; in paths ** crosses folders.

title = "A force push"
origin = "What failed, when, and how often."
evidence = "Counts, links, what it cost."
# event = "tool.result"  # asked after the call, with the action "context"; without it: before
action = "deny"  # or "ask" (the person decides) or "context" (the model is told, the command runs)
message = "What to do instead, for the model that reads it."
retire_when = "What has to be true so that this can go."
# platforms = ["linux", "macos", "windows"]  # without it: all

# The scar acts on a simple command for which everything in one of these tables holds.
[[when]]
program = ["git"]                              # one of these programs
arguments = ["push", ["-f", "--force*"]]       # an argument for each; of a list in it, one does
without = ["--dry-run"]                        # no argument like this
# redirects_to = ["*.lock"]                    # a file that its output is redirected to
# writes = ["src/**", "~/.ssh/*"]              # a file that it writes; reads, and files for both
# failed = true                                # with the event tool.result: the call failed
# heredoc = { quoted = false, line = ["*TODO*"] }  # also present and delimiter

# Commands that it must act on, and commands that it must leave alone. It counts only if they hold.
[[must_block]]
id = "forced"
command = "git push --force origin main"

[[must_block]]
id = "forced-by-the-letter"
command = "git push -f"

[[must_pass]]
id = "a-plain-push"
command = "git push origin main"

[[must_pass]]
id = "only-tried"
command = "git push --force --dry-run"

[[must_pass]]
id = "another-command-of-git"
command = "git branch -f topic"

[[must_pass]]
id = "another-program"
command = "gh push -f"
"""
