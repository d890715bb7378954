import { Spoiler as LibrarySpoiler, type SpoilerProps } from "@mantine/core";

/** A text of which the first lines are shown until somebody wants to see all. */
export function Spoiler(props: SpoilerProps) {
  return <LibrarySpoiler ref={leaveUnmarked} {...props} />;
}

/** Mantine makes its content a region without a name, among which nobody finds their way. */
function leaveUnmarked(root: HTMLDivElement | null): void {
  root?.querySelector("[role=region]")?.removeAttribute("role");
}
