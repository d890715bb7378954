const MIRRORED: Partial<Record<string, string>> = {
  ArrowLeft: "ArrowRight",
  ArrowRight: "ArrowLeft",
};

/** Whether an element's text is written from right to left. */
export function isRightToLeft(element: Element | null): boolean {
  const view = element?.ownerDocument.defaultView;
  return element && view ? view.getComputedStyle(element).direction === "rtl" : false;
}

/** The key on the other side; keys without sides are what they are. */
export function mirrored(key: string): string {
  return MIRRORED[key] ?? key;
}
