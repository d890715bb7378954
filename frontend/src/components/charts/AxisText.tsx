import classes from "./charts.module.css";

interface AxisTextProps {
  readonly x: number;
  readonly y: number;
  readonly formattedValue: string | undefined;
  readonly side: "left" | "bottom";
}

/** A tick's text, without the measuring that longer ones would need. */
export function AxisText({ x, y, formattedValue, side }: AxisTextProps) {
  return (
    <text
      className={side === "left" ? classes.small : classes.text}
      x={side === "left" ? x - 4 : x}
      y={side === "left" ? y : y + 4}
      textAnchor={side === "left" ? "end" : "middle"}
      dominantBaseline={side === "left" ? "central" : "auto"}
    >
      {formattedValue}
    </text>
  );
}
