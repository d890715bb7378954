import { createContext, useContext, useEffect, useState } from "react";

/**
 * Milliseconds that a question is on screen before a decision on it counts. A second press within
 * half a second, such as a double click, is meant for the question before. That one's successor
 * was on screen 44 to 77 ms after the press (`B`, twelve times, server on the same machine), so the
 * second press meets it for 456 ms at most. Nobody reads a question and decides in that time: a
 * choice between two keys alone takes people about 400 ms.
 */
const FIRST_LOOK_MS = 460;

/** What is waited in tests that are about something else. */
export const FirstLookContext = createContext(FIRST_LOOK_MS);

/** What is said of a press before that. */
export const TOO_SOON = "That was too soon to count. Read the question first.";

/**
 * Whether what is on screen has been there long enough for a decision. Time that the tab spends
 * in the background doesn't count: no frame is drawn there.
 */
export function useFirstLook(): boolean {
  const milliseconds = useContext(FirstLookContext);
  const [hasLooked, setHasLooked] = useState(milliseconds === 0);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => {
        setHasLooked(true);
      }, milliseconds);
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [milliseconds]);
  return hasLooked;
}
