// All English texts: one file for the page itself, one for each room.

import { ac3 } from "./en/ac3.js";
import { model } from "./en/model.js";
import { page } from "./en/page.js";
import { proof } from "./en/proof.js";
import { sudoku } from "./en/sudoku.js";

export const en = { page, sudoku, ac3, model, proof };
