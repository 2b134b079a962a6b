"""What a user states: variables, expressions and constraints."""
