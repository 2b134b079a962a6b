"""What looks like another library and is csplib inside: a program changes its import, and runs."""
