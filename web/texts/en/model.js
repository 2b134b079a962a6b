export const model = {
  title: "Model",
  about: "State your own problem in Python and run it.",
  program: "Program",
  run: "Run",
  output: "Output",
};
