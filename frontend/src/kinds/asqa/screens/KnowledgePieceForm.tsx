import { Button, Group, NativeSelect, Textarea, TextInput } from "@mantine/core";
import { useEffect, useRef } from "react";

import type { TypedPassage } from "@/annotating/keptTyping";
import { leaveField } from "@/annotating/useKeys";
import type { KnowledgePiece, VisitedPage } from "@/api/types";

import { ELSEWHERE, isUnfinished, LONGEST_PIECE, LONGEST_TITLE, typedPiece } from "./knowledge";
import type { Lead } from "./screenState";

interface KnowledgePieceFormProps {
  readonly pages: readonly VisitedPage[];
  /** The piece to change; nothing for a new one. */
  readonly piece: KnowledgePiece | undefined;
  readonly typed: TypedPassage;
  readonly lead: Lead | null;
  readonly onType: (typed: TypedPassage) => void;
  readonly onDone: (piece: KnowledgePiece | null) => void;
}

/** A piece to type or to paste, with the page that it is from. */
export function KnowledgePieceForm(props: KnowledgePieceFormProps) {
  const { pages, piece, typed, lead, onDone, onType } = props;
  const { content, source, otherTitle } = typed;
  const type = (change: Partial<TypedPassage>) => {
    onType({ ...typed, ...change });
  };
  const page = pages.find(({ number }) => String(number) === source);
  const title = page?.title ?? otherTitle.trim();
  const field = useRef<HTMLTextAreaElement>(null);
  const isSame = !isUnfinished(typed, piece, pages);
  // Anyone who opens the form means to type into it; a page that was loaded again opens it by itself.
  useEffect(() => {
    if (lead?.kind === "passage") field.current?.focus();
  }, [lead]);
  const finish = () => {
    if (content.trim() === "") return;
    // What was only looked at keeps its place on the page.
    if (piece && isSame) onDone(piece);
    else onDone(typedPiece(content, title));
  };
  const leave = () => {
    // What was typed goes only by Cancel.
    if (isSame) onDone(null);
    else leaveField();
  };
  const handleKeys = (event: React.KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Escape") leave();
    else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) finish();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        finish();
      }}
    >
      <Textarea
        label="Passage"
        placeholder="Type or paste a passage that supports the answer"
        autosize
        minRows={3}
        maxRows={12}
        maxLength={LONGEST_PIECE}
        ref={field}
        value={content}
        onChange={(event) => type({ content: event.currentTarget.value })}
        onKeyDown={handleKeys}
      />
      {pages.length > 0 && (
        <NativeSelect
          mt="xs"
          label="From the page"
          data={[
            ...pages.map(({ number, title }) => ({ value: String(number), label: title })),
            { value: ELSEWHERE, label: "Another source" },
          ]}
          value={source}
          onChange={(event) => type({ source: event.currentTarget.value })}
        />
      )}
      {page === undefined && (
        <TextInput
          mt="xs"
          label="Title of the page"
          placeholder="Source of the passage"
          maxLength={LONGEST_TITLE}
          value={otherTitle}
          onChange={(event) => type({ otherTitle: event.currentTarget.value })}
          onKeyDown={handleKeys}
        />
      )}
      <Group justify="flex-end" gap="xs" mt="sm">
        <Button variant="default" size="compact-md" onClick={() => onDone(null)}>
          Cancel
        </Button>
        <Button type="submit" size="compact-md" disabled={content.trim() === ""}>
          {piece ? "Keep" : "Add"}
        </Button>
      </Group>
    </form>
  );
}
