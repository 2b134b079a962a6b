// A map of Australia in straight lines, below the graph of its regions.

import { s } from "../../dom.js";

// Longitude and latitude south of the corners of each region.
const OUTLINES = {
  WA: "129 14.9,127.8 14.2,126.3 14,124.6 15.6,123.6 17.3,122.2 17.6,121.6 19,119 20,116.7 20.7,114.2 21.9,113.5 24.4,"
    + "114.2 27.5,115.7 31.8,115 34.3,118 35.1,120 33.9,123.8 33.9,126 32.3,129 31.7",
  NT: "129 14.9,130 13,131 12.2,132.7 11.4,135 12.1,136.9 12.2,135.6 14.8,138 16.6,138 26,129 26",
  SA: "129 26,141 26,141 38,139.8 36.9,138.6 35.6,138.1 34.2,137.6 33,136 34.8,134.2 32.8,131.3 31.5,129 31.7",
  Q: "138 16.6,139.5 17.5,140.9 17.2,141.6 15,141.7 12.8,142.5 10.8,143.5 14.2,145.3 15.2,146.2 18.7,148.5 20.2,"
    + "150.8 23.4,153.1 25.5,153.5 28.2,152 28.6,149 29,141 29,141 26,138 26",
  NSW: "141 29,149 29,152 28.6,153.5 28.2,152.5 32.3,151.2 34,150 37.4,148 36.7,146 36,143.5 35.1,141 34",
  V: "141 34,143.5 35.1,146 36,148 36.7,150 37.4,147.5 38.1,146.4 39,144.6 38.2,143.5 38.8,141 38",
  T: "144.7 40.8,146.5 41.1,148.2 40.9,148.2 42.2,147 43.6,146 43.5,145.2 42.2",
};

/** Return the map: {element, show}. A region with one value left takes its color. */
export function australia() {
  const regions = new Map();
  for (const [name, outline] of Object.entries(OUTLINES)) {
    const corners = outline.split(",").map((corner) => corner.split(" ").map(Number));
    const points = corners.map(([east, south]) => `${((east - 113) * 10.9 + 12).toFixed(1)},${place(south)}`);
    regions.set(name, s("polygon", { class: "ac3-region", points: points.join(" ") }));
  }
  return {
    element: s("g", { "aria-hidden": "true" }, [...regions.values()]),
    show(names, values, domains) {
      names.forEach((name, x) => {
        const single = domains[x] > 0 && (domains[x] & (domains[x] - 1)) === 0;
        regions.get(name).dataset.color = single ? values[x][Math.log2(domains[x])] : "";
      });
    },
  };
}

function place(south) {
  return ((south - 10.5) * 13.8 + 8).toFixed(1);
}
