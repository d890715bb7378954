import { Fragment } from "react";

/** A text in which `C_d` stands as the paper prints it, with a lowered d. */
export function Subscripts({ text }: { readonly text: string }) {
  return text.split("C_d").map((part, index) => (
    // The parts have no other name, and keep their order.
    <Fragment key={index}>
      {index > 0 && (
        <>
          C<sub>d</sub>
        </>
      )}
      {part}
    </Fragment>
  ));
}

/** The same within a drawing. */
export function DrawnSubscripts({ text }: { readonly text: string }) {
  return text.split("C_d").map((part, index) => (
    <Fragment key={index}>
      {index > 0 && (
        <>
          C
          <tspan dy="0.25em" fontSize="75%">
            d
          </tspan>
        </>
      )}
      {part !== "" && (index > 0 ? <tspan dy="-0.19em">{part}</tspan> : part)}
    </Fragment>
  ));
}
