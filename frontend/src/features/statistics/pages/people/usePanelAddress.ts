import { useLocation, useSearchParams } from "react-router";

/** The page with somebody's panel open, or with none (null); the table stays as it is. */
export function usePanelAddress(): (annotator: string | null) => string {
  const { pathname } = useLocation();
  const [query] = useSearchParams();
  return (annotator) => {
    const next = new URLSearchParams(query);
    if (annotator === null) next.delete("annotator");
    else next.set("annotator", annotator);
    const search = next.toString();
    return search === "" ? pathname : `${pathname}?${search}`;
  };
}
