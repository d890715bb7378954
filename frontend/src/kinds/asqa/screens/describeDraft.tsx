import { Text } from "@mantine/core";

import { count } from "@/components/format";
import { countWords } from "@/long-form/words";

import type { LongFormDraft } from "../types";

/** What a draft says, for a choice between two: all that goes with the one that is not chosen. */
export function describeDraft(draft: LongFormDraft | null): React.ReactNode {
  const { long_form_answer: text = "", concern = "" } = draft ?? {};
  const parts = draft === null ? [] : partsOf(draft);
  if (parts.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        Nothing written yet
      </Text>
    );
  }
  return (
    <>
      <div style={{ maxHeight: "45vh", overflow: "auto", whiteSpace: "pre-wrap" }}>
        <Text size="sm" component="div" style={{ overflowWrap: "anywhere" }}>
          {text === "" ? "No text yet" : text}
        </Text>
      </div>
      <Text size="sm" c="dimmed" mt="xs" style={{ overflowWrap: "anywhere" }}>
        {parts.join(", ")}
        {concern !== "" && `: “${concern}”`}
      </Text>
    </>
  );
}

function partsOf(draft: LongFormDraft): string[] {
  const { long_form_answer: text, knowledge, acknowledged_missing: confirmed, concern } = draft;
  return [
    ...(text === "" ? [] : [count(countWords(text), "word")]),
    ...(knowledge.length === 0 ? [] : [count(knowledge.length, "knowledge piece")]),
    ...(confirmed.length === 0 ? [] : [`${count(confirmed.length, "short answer")} left out`]),
    ...(concern === "" ? [] : ["a concern"]),
  ];
}
