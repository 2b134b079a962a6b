// Building the page. Text is always a text node: no function here takes HTML.

const SVG = "http://www.w3.org/2000/svg";
const REFUSED = new Set(["style", "srcdoc", "innerHTML", "outerHTML"]);

/**
 * Return a new HTML element.
 *
 * h("button", {class: "primary", onclick: solve, disabled: !ready}, t("sudoku.solve"))
 *
 * An attribute that is null, undefined or false is left out; true sets it without a value. `on…` takes a function,
 * `dataset` an object. Children are nodes, texts, numbers or arrays of them; null, undefined and false are left out.
 * @param {string} tag
 * @param {Record<string, any>} [attributes]
 * @param {...any} children
 * @returns {HTMLElement}
 */
export function h(tag, attributes, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** Return a new SVG element; everything else is as for `h`. */
export function s(tag, attributes, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

/** Replace all children of *parent*. */
export function replace(parent, ...children) {
  parent.replaceChildren(...nodes(children));
  return parent;
}

/**
 * Return an SVG text, such as those that csplib makes, as an image. As an image it can run no script and load nothing.
 * @param {string} svg
 * @param {string} alt what the picture shows
 */
export function picture(svg, alt) {
  const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  const done = () => URL.revokeObjectURL(url);
  return h("img", { src: url, alt, onload: done, onerror: done });
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) set(element, name, value);
  element.append(...nodes(children));
  return element;
}

function set(element, name, value) {
  if (REFUSED.has(name)) throw new TypeError(`${name} is not allowed: use a class, or element.style`);
  if (value === null || value === undefined || value === false) return;
  if (name.startsWith("on")) {
    if (typeof value !== "function") throw new TypeError(`${name} must be a function`);
    element.addEventListener(name.slice(2), value);
  } else if (name === "dataset") {
    Object.assign(element.dataset, value);
  } else {
    if (name === "href" && !isSafe(value)) throw new TypeError(`${value} is not a safe address`);
    element.setAttribute(name, value === true ? "" : String(value));
  }
}

function isSafe(address) {
  return ["http:", "https:", "blob:"].includes(new URL(address, location.href).protocol);
}

function nodes(children) {
  return children
    .flat(Infinity)
    .filter((child) => child !== null && child !== undefined && child !== false)
    .map((child) => (child instanceof Node ? child : document.createTextNode(String(child))));
}
