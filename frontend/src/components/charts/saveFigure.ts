import classes from "./charts.module.css";

/** The styles that a separate picture needs from the style sheets. */
const PRESENTATION = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "stroke-opacity",
  "stroke-linejoin",
  "stop-color",
  "opacity",
  "font-family",
  "font-size",
  "font-weight",
  "text-anchor",
  "paint-order",
  "dominant-baseline",
] as const;
const ONLY_ON_SCREEN = [
  "class",
  "style",
  "tabindex",
  "href",
  "aria-pressed",
  "aria-details",
] as const;

/**
 * A drawing as a file that needs no style sheet: in light colours on white, whatever scheme is on
 * screen, with its title for those who can't see it.
 */
export function svgFile(drawing: SVGSVGElement, title: string): string {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  const stage = document.createElement("div");
  stage.className = `${classes.palette ?? ""} ${classes.onPaper ?? ""} ${classes.stage ?? ""}`;
  stage.append(copy);
  document.body.append(stage);
  try {
    for (const element of [copy, ...copy.querySelectorAll("*")]) {
      const computed = window.getComputedStyle(element);
      for (const name of PRESENTATION) {
        const value = computed.getPropertyValue(name);
        if (value !== "") element.setAttribute(name, localReference(value));
      }
      for (const name of ONLY_ON_SCREEN) element.removeAttribute(name);
    }
  } finally {
    stage.remove();
  }
  copy.setAttribute("role", "img");
  copy.setAttribute("aria-label", title);
  copy.prepend(whiteGround(copy));
  return `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(copy)}\n`;
}

/** Browsers give the address of the page with a pattern's id, which a file does not have. */
function localReference(value: string): string {
  return value.replace(/url\(["']?[^"')]*#([^"')]+)["']?\)/, "url(#$1)");
}

function whiteGround(drawing: SVGSVGElement): SVGElement {
  const ground = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  for (const name of ["width", "height"]) {
    ground.setAttribute(name, drawing.getAttribute(name) ?? "100%");
  }
  ground.setAttribute("fill", "#ffffff");
  return ground;
}

/** Hands contents to the browser as a file to keep. */
export function saveFile(name: string, type: string, content: BlobPart): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser has begun to read it by the next turn.
  window.setTimeout(() => {
    URL.revokeObjectURL(address);
  }, 0);
}
