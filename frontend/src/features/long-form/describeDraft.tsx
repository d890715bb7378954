import { Text } from "@mantine/core";

import type { LongFormDraft } from "@/api/longFormTypes";
import { countWords } from "@/long-form/words";

/** What a draft says, for a choice between two. */
export function describeDraft(draft: LongFormDraft | null): React.ReactNode {
  if (!draft || draft.long_form_answer === "") {
    return (
      <Text size="sm" c="dimmed">
        Nothing written yet
      </Text>
    );
  }
  const { long_form_answer, knowledge, concern } = draft;
  return (
    <>
      <div style={{ maxHeight: "45vh", overflow: "auto", whiteSpace: "pre-wrap" }}>
        <Text size="sm" component="div" style={{ overflowWrap: "anywhere" }}>
          {long_form_answer}
        </Text>
      </div>
      <Text size="sm" c="dimmed" mt="xs">
        {countWords(long_form_answer)} words, {knowledge.length} knowledge{" "}
        {knowledge.length === 1 ? "piece" : "pieces"}
        {concern !== "" && ", a concern"}
      </Text>
    </>
  );
}
