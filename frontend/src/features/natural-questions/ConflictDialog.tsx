import { Button, Modal, Paper, SimpleGrid, Text } from "@mantine/core";

import type { PageView } from "@/anchoring/pageView";
import type { Draft, Page } from "@/api/types";

import { boxOf, shortAnswerOf } from "./annotation";
import { boxName } from "./boxNames";
import type { SaveState } from "./draftKeeper";
import { fromDraft } from "./wire";

interface ConflictDialogProps {
  readonly state: SaveState;
  readonly page: Page | null;
  readonly view: PageView | null;
  readonly onResolve: (choice: "mine" | "theirs") => void;
}

/** Two versions of one answer: nothing is overwritten before the annotator has chosen. */
export function ConflictDialog({ state, page, view, onResolve }: ConflictDialogProps) {
  return (
    <Modal
      opened={state.kind === "conflict"}
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title="There are two versions of this answer"
      size="lg"
    >
      <Text size="sm" c="dimmed" mb="md">
        Another tab or device has saved a different one. Choose which to go on with.
      </Text>
      {state.kind === "conflict" && (
        <SimpleGrid cols={2}>
          <Version
            title="The one of this tab"
            draft={state.mine}
            page={page}
            view={view}
            onChoose={() => {
              onResolve("mine");
            }}
          />
          <Version
            title="The one saved elsewhere"
            draft={state.theirs.draft}
            page={state.theirs.page}
            view={view}
            onChoose={() => {
              onResolve("theirs");
            }}
          />
        </SimpleGrid>
      )}
    </Modal>
  );
}

function Version(props: {
  title: string;
  draft: Draft | null;
  page: Page | null;
  view: PageView | null;
  onChoose: () => void;
}) {
  const { title, draft, page, view, onChoose } = props;
  return (
    <Paper withBorder p="md">
      <Text fw={600} mb="xs">
        {title}
      </Text>
      {describe(draft, page, view).map((line) => (
        <Text key={line} size="sm" lineClamp={3}>
          {line}
        </Text>
      ))}
      <Button fullWidth mt="md" variant="default" onClick={onChoose}>
        Go on with this
      </Button>
    </Paper>
  );
}

function describe(draft: Draft | null, page: Page | null, view: PageView | null): string[] {
  const answer = fromDraft(draft, page?.candidates ?? []);
  if (answer.quality === null) return ["Nothing judged yet"];
  if (answer.quality === "bad") return ["Bad question"];
  const lines = ["Good question"];
  if (answer.long.kind === "none") lines.push("No answer on the page");
  const box = boxOf(answer);
  if (box) {
    const tag = page?.candidates.find(({ index }) => index === box.index)?.tag ?? "";
    lines.push(`${boxName(tag)}: ${view?.beginningOf(box, 10) ?? ""}`);
  }
  const short = shortAnswerOf(answer);
  if (short?.kind === "spans") {
    const texts = short.spans.map((span) => view?.textOf(span) ?? "…");
    lines.push(`Short answers: ${texts.join(" · ")}`);
  } else if (short && short.kind !== "undecided") {
    lines.push(`Short answer: ${short.kind}`);
  }
  return lines;
}
