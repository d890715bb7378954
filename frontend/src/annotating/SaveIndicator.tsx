import { Group, Text } from "@mantine/core";
import { IconAlertTriangle, IconCheck, IconCloudOff, IconLoader2 } from "@tabler/icons-react";

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

/** What became of the last change. */
export function SaveIndicator({ state }: { state: SaveState }) {
  const { icon, text } = describe(state);
  const calm = state.kind === "saved" || state.kind === "saving";
  return (
    <Group gap={6} wrap="nowrap" c={calm ? "dimmed" : "amber"} mr={6} role="status">
      {icon}
      <Text size="sm" style={{ whiteSpace: "nowrap" }}>
        {text}
      </Text>
    </Group>
  );
}
