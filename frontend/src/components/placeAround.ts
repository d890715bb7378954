/** The nearest place around an element that takes the focus, for when the element leaves. */
export function placeAround(element: Element | null): HTMLElement | null {
  return element?.parentElement?.closest<HTMLElement>("[tabindex]") ?? null;
}
