import { Group, Text } from "@mantine/core";
import { IconAlertTriangle, IconCheck, IconCloudOff, IconLoader2 } from "@tabler/icons-react";
import { useState } from "react";

import type { SaveState } from "./draftKeeper";

const ICON = { size: 15, stroke: 1.8, "aria-hidden": true } as const;

function describe(state: SaveState) {
  switch (state.kind) {
    case "saved":
      return { icon: <IconCheck {...ICON} />, text: "Saved" };
    case "saving":
      return { icon: <IconLoader2 {...ICON} />, text: "Saving…" };
    case "offline":
      return { icon: <IconCloudOff {...ICON} />, text: "Offline – kept in this browser" };
    case "signed_out":
      return { icon: <IconCloudOff {...ICON} />, text: "Signed out – kept in this browser" };
    case "conflict":
      return { icon: <IconAlertTriangle {...ICON} />, text: "Two versions" };
    case "closed":
      return { icon: <IconAlertTriangle {...ICON} />, text: "Not saved" };
  }
}

const isCalm = (kind: SaveState["kind"]) => kind === "saved" || kind === "saving";

/**
 * What became of the last change. It is always shown, and told where something is wrong or has been
 * put right: a screen reader that told each saving would interrupt with every key.
 */
export function SaveIndicator({ state }: { state: SaveState }) {
  const { icon, text } = describe(state);
  return (
    <Group
      gap={6}
      wrap="nowrap"
      c={isCalm(state.kind) ? "dimmed" : "amber"}
      mr={6}
      role="status"
      aria-live={useTold(state.kind) ? "polite" : "off"}
    >
      {icon}
      <Text size="sm" style={{ whiteSpace: "nowrap" }}>
        {text}
      </Text>
    </Group>
  );
}

/** Whether a state is told: a trouble, and after it what comes until all is saved. */
function useTold(kind: SaveState["kind"]): boolean {
  const [now, setNow] = useState({ kind, told: !isCalm(kind) });
  if (kind !== now.kind) {
    setNow({ kind, told: !isCalm(kind) || (now.told && now.kind !== "saved") });
  }
  return now.told;
}
