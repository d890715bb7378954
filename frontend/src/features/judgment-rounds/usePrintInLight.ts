import { useEffect } from "react";

const SCHEME = "data-mantine-color-scheme";

/** Prints a page in the light scheme whatever is on screen: dark paper wastes ink and reads badly. */
export function usePrintInLight(): void {
  useEffect(() => {
    const root = document.documentElement;
    let before: string | null = null;
    const begin = () => {
      // Some browsers say twice that they begin.
      before ??= root.getAttribute(SCHEME);
      root.setAttribute(SCHEME, "light");
    };
    const end = () => {
      if (before !== null) root.setAttribute(SCHEME, before);
      before = null;
    };
    window.addEventListener("beforeprint", begin);
    window.addEventListener("afterprint", end);
    return () => {
      window.removeEventListener("beforeprint", begin);
      window.removeEventListener("afterprint", end);
    };
  }, []);
}
