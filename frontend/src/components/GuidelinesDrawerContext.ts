import { createContext, use } from "react";

interface GuidelinesDrawerControl {
  /** Opens the guidelines of the project on screen; nothing happens outside a project. */
  open: () => void;
  close: () => void;
  isOpen: boolean;
}

export const GuidelinesDrawerContext = createContext<GuidelinesDrawerControl>({
  open: () => undefined,
  close: () => undefined,
  isOpen: false,
});

/** The drawer that `?` opens; a page inside a frame passes the key on with this. */
export function useGuidelinesDrawer(): GuidelinesDrawerControl {
  return use(GuidelinesDrawerContext);
}
