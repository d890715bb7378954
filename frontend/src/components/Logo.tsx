import classes from "./Logo.module.css";

/** A plumb bob on its line. */
function LogoMark({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden focusable="false">
      <rect className={classes.ground} width="32" height="32" rx="8" />
      <path className={classes.line} d="M16 5v11" />
      <path
        className={classes.bob}
        d="M11.5 15.5h9v3.2c0 1-.3 2-.9 2.8L16 27l-3.6-5.5c-.6-.8-.9-1.8-.9-2.8z"
      />
      <circle className={classes.bob} cx="16" cy="5" r="1.8" />
    </svg>
  );
}

export function Logo({ size = 28 }: { size?: number }) {
  return (
    <span className={classes.logo}>
      <LogoMark size={size} />
      <span className={classes.word} style={{ fontSize: size * 0.76 }}>
        Plumbline
      </span>
    </span>
  );
}
