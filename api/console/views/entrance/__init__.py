"""Pages for people who are not signed in yet: sign in, join, ask to join, set a password."""
