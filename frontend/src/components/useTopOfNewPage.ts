import { useEffect, useRef } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router";

/** A linked page opens at its top; when people go back, the browser remembers the place. */
export function useTopOfNewPage() {
  const { pathname, hash } = useLocation();
  const isBack = useNavigationType() === NavigationType.Pop;
  const shown = useRef(pathname);
  useEffect(() => {
    const isNew = shown.current !== pathname;
    shown.current = pathname;
    if (isNew && !isBack && hash === "") document.documentElement.scrollTop = 0;
  }, [pathname, hash, isBack]);
}
