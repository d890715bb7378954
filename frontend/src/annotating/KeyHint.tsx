import classes from "./KeyHint.module.css";

/** The key that does what a button does, beside its label. */
export function KeyHint({ children }: { children: string }) {
  return (
    <kbd className={classes.key} aria-hidden>
      {children}
    </kbd>
  );
}
