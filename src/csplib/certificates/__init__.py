"""Certificates: proofs of answers that a small program checks, without any trust in the engine."""
