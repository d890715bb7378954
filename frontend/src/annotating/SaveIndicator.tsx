import { Group, Text } from "@mantine/core";
import { IconAlertTriangle, IconCheck, IconCloudOff, IconLoader2 } from "@tabler/icons-react";
import { useState } from "react";

import type { SaveState } from "./draftKeeper";
import classes from "./SaveIndicator.module.css";

const ICON = { size: 15, stroke: 1.8, "aria-hidden": true } as const;

function describe(state: SaveState) {
  switch (state.kind) {
    case "saved":
      return { icon: <IconCheck {...ICON} />, text: "Saved" };
    case "saving":
      return { icon: <IconLoader2 {...ICON} />, text: "Saving…" };
    case "offline":
      return { icon: <IconCloudOff {...ICON} />, text: `Offline – ${describePlace(state)}` };
    case "signed_out":
      return { icon: <IconCloudOff {...ICON} />, text: `Signed out – ${describePlace(state)}` };
    case "conflict":
      return { icon: <IconAlertTriangle {...ICON} />, text: "Two versions" };
    case "refused":
    case "closed":
    case "ended":
      return { icon: <IconAlertTriangle {...ICON} />, text: "Not saved" };
  }
}

function describePlace({ isKept }: { isKept: boolean }): string {
  return isKept ? "kept in this browser" : "not saved, so leave this page open";
}

const isCalm = (kind: SaveState["kind"]) => kind === "saved" || kind === "saving";

/**
 * What became of the last change. It is always shown. Screen readers announce it only if something
 * is wrong or has been put right: announcing each saving would interrupt with every key.
 */
export function SaveIndicator({ state }: { state: SaveState }) {
  const { icon, text } = describe(state);
  const announced = useAnnounced(state.kind);
  return (
    <Group
      className={classes.state}
      gap={6}
      wrap="nowrap"
      c={isCalm(state.kind) ? "dimmed" : "amber"}
      mr={6}
      role="status"
      aria-live={announced ? "polite" : "off"}
    >
      {icon}
      <Text
        size="sm"
        style={{ whiteSpace: "nowrap" }}
        className={isCalm(state.kind) ? classes.calm : undefined}
      >
        {text}
      </Text>
    </Group>
  );
}

/** Whether a state is announced: trouble, and after it what comes until all is saved. */
function useAnnounced(kind: SaveState["kind"]): boolean {
  const [now, setNow] = useState({ kind, announced: !isCalm(kind) });
  if (kind !== now.kind) {
    setNow({ kind, announced: !isCalm(kind) || (now.announced && now.kind !== "saved") });
  }
  return now.announced;
}
