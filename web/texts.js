// `t`: every text that a reader sees comes from texts/en.js.

import { en } from "./texts/en.js";

/**
 * Return the text of *key*, such as "sudoku.title", with {names} replaced by *values*.
 * A text can also be a function of the values, for plurals.
 * @param {string} key
 * @param {Record<string, any>} [values]
 * @returns {string}
 */
export function t(key, values = {}) {
  const text = find(key);
  if (text === undefined) {
    console.error(`There is no text ${key}`);
    return key;
  }
  if (typeof text === "function") return text(values);
  return text.replace(/\{(\w+)\}/g, (all, name) => (name in values ? String(values[name]) : all));
}

/** Return whether there is a text of this key. */
export function hasText(key) {
  return find(key) !== undefined;
}

function find(key) {
  const text = key.split(".").reduce((texts, part) => texts?.[part], en);
  return typeof text === "object" ? undefined : text;
}
