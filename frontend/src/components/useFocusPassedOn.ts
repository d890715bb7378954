import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";

import { placeAround } from "./placeAround";

/**
 * Passes the focus on when `part` leaves the page with it: to what had it before, if that is still
 * there, and otherwise to the nearest place around it that takes the focus. `main` always does.
 */
export function useFocusPassedOn(part: RefObject<HTMLElement | null>): void {
  const before = useRef<Element | null>(null);
  const hadFocus = useRef(false);
  useLayoutEffect(() => {
    const leaving = part.current;
    before.current = document.activeElement;
    return () => {
      hadFocus.current = leaving?.contains(document.activeElement) ?? false;
    };
  }, [part]);
  useEffect(() => {
    const around = placeAround(part.current);
    // Only now is a button enabled again that waited for the part.
    return () => {
      if (!hadFocus.current) return;
      if (before.current instanceof HTMLElement || before.current instanceof SVGElement) {
        before.current.focus();
      }
      if (document.activeElement === document.body) around?.focus();
    };
  }, [part]);
}
