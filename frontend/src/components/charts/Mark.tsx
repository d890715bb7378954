import type { ReactNode, Ref, SVGAttributes } from "react";
import { useHref, useLinkClickHandler } from "react-router";

import classes from "./charts.module.css";

interface MarkProps extends SVGAttributes<SVGElement> {
  readonly ref: Ref<SVGElement>;
  /** Where it leads. */
  readonly to?: string;
  /** What is written on it or beside it. */
  readonly texts?: ReactNode;
  readonly children: ReactNode;
}

/**
 * One of a drawing's marks: a link if it leads somewhere. Its name says its numbers in a sentence, so
 * the numbers that are drawn are no part of it: who speaks to the browser says the name's words.
 */
export function Mark({ to, ref, texts, ...props }: MarkProps) {
  return (
    <>
      {to === undefined ? (
        <g ref={ref as Ref<SVGGElement>} className={classes.mark} {...props} />
      ) : (
        <LinkedMark to={to} linkRef={ref} {...props} />
      )}
      {texts !== undefined && (
        <g aria-hidden className={classes.over}>
          {texts}
        </g>
      )}
    </>
  );
}

/** A real link, so that it can be opened in a new tab. */
function LinkedMark({
  to,
  linkRef,
  onClick,
  onKeyDown,
  children,
  ...props
}: Omit<MarkProps, "ref" | "to" | "texts"> & {
  readonly to: string;
  readonly linkRef: Ref<SVGElement>;
}) {
  const href = useHref(to);
  const follow = useLinkClickHandler(to);
  return (
    <a
      // Within a drawing this is an SVG's link, which React's types don't know.
      ref={linkRef as unknown as Ref<HTMLAnchorElement>}
      href={href}
      className={`${classes.mark ?? ""} ${classes.link ?? ""}`}
      {...(props as object)}
      onKeyDown={(event) => {
        onKeyDown?.(event as never);
        // Not every browser follows a drawing's link by this key.
        if (event.key !== "Enter" || event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        event.currentTarget.dispatchEvent(
          new MouseEvent("click", { bubbles: true, cancelable: true }),
        );
      }}
      onClick={(event) => {
        onClick?.(event as never);
        follow(event);
      }}
    >
      {children}
    </a>
  );
}
