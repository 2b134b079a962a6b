// Addresses: "#/room?name=value" and back. A room's state is in its address, so that it can be linked to.

export const ROOMS = ["sudoku", "ac3", "model", "proof"];

/**
 * Return the room and the parameters of an address; the room of an empty address is "home".
 * @param {string} hash
 * @returns {{room: string, params: Record<string, string>}}
 */
export function parse(hash) {
  const [path, query = ""] = splitOnce(hash.replace(/^#\/?/, ""), "?");
  return { room: path || "home", params: Object.fromEntries(new URLSearchParams(query)) };
}

/**
 * Return the address of a room in a state. Parameters that are null, undefined or "" are left out.
 * @param {string} room
 * @param {Record<string, any>} [params]
 */
export function address(room, params = {}) {
  const stated = Object.entries(params).filter(([, value]) => value !== null && value !== undefined && value !== "");
  const query = new URLSearchParams(stated.map(([name, value]) => [name, String(value)])).toString();
  return `#/${room === "home" ? "" : room}${query && `?${query}`}`;
}

function splitOnce(text, separator) {
  const place = text.indexOf(separator);
  return place < 0 ? [text] : [text.slice(0, place), text.slice(place + 1)];
}
