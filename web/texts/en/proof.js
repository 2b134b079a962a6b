export const proof = {
  title: "Proof",
  about: "Prove that a puzzle has exactly one solution, and check the proof.",
  board: "Board, in any usual format",
  certify: "Prove and check",
  claim: "Proven and checked: {claim}.",
  size: "The certificate has {lines} lines.",
};
