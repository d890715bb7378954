import { type KeyboardEvent, useRef, useState } from "react";

const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowUp: -1,
  ArrowRight: 1,
  ArrowDown: 1,
};

/**
 * Marks of a drawing that can be pointed at and walked through: one of them is in the tab order,
 * arrow keys, Home and End go to the others. `active` is the one whose numbers are shown.
 */
export function useMarks(count: number, onSelect?: (index: number) => void) {
  const [active, setActive] = useState<number | null>(null);
  const [reached, setReached] = useState(0);
  const elements = useRef<(SVGElement | null)[]>([]);

  function onKeyDown(event: KeyboardEvent, index: number, isLink: boolean): void {
    const step = STEPS[event.key];
    const next =
      event.key === "Home"
        ? 0
        : event.key === "End"
          ? count - 1
          : step === undefined
            ? null
            : Math.min(count - 1, Math.max(0, index + step));
    if (next !== null) {
      event.preventDefault();
      elements.current[next]?.focus();
    } else if (!isLink && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      choose(index);
    }
  }

  function choose(index: number): void {
    setActive(index);
    onSelect?.(index);
  }

  /** What makes a group of a drawing the mark with this index; with `to` it is a link. */
  function markProps(index: number, label: string, to?: string) {
    return {
      ref: (element: SVGElement | null) => {
        elements.current[index] = element;
      },
      ...(to === undefined ? { role: "button" } : { to }),
      tabIndex: index === Math.min(reached, count - 1) ? 0 : -1,
      "aria-label": label,
      onKeyDown: (event: KeyboardEvent) => {
        onKeyDown(event, index, to !== undefined);
      },
      onFocus: () => {
        setReached(index);
        setActive(index);
      },
      onClick: () => {
        choose(index);
      },
      onPointerEnter: () => {
        setActive(index);
      },
    };
  }

  return { active, markProps };
}
