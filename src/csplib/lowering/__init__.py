"""From words to bits: a stated problem becomes a network that can be searched."""
