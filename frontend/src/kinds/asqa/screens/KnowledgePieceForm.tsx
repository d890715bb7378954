import { Button, Group, NativeSelect, Textarea, TextInput } from "@mantine/core";
import { useEffect, useImperativeHandle, useRef, useState } from "react";

import type { TypedPassage } from "@/annotating/keptTyping";
import { leaveField } from "@/annotating/useKeys";
import type { KnowledgePiece, VisitedPage } from "@/api/types";

import { LONGEST_PIECE, LONGEST_TITLE, typedPiece } from "./knowledge";

const ELSEWHERE = "elsewhere";

export interface KnowledgePieceFormControl {
  /** Whether something was typed that is not added yet; the field is focused then. */
  readonly askToFinish: () => boolean;
}

type Typed = Omit<TypedPassage, "position" | "piece">;

interface KnowledgePieceFormProps {
  readonly pages: readonly VisitedPage[];
  /** The piece to change; nothing for a new one. */
  readonly piece?: KnowledgePiece;
  /** What was typed before this tab was loaded again. */
  readonly start: Typed | null;
  readonly ref?: React.Ref<KnowledgePieceFormControl>;
  readonly onType: (typed: Typed) => void;
  readonly onDone: (piece: KnowledgePiece | null) => void;
}

/** A piece to type or to paste, with the page that it is from. */
export function KnowledgePieceForm(props: KnowledgePieceFormProps) {
  const { pages, piece, start, ref, onDone, onType } = props;
  const [typed, setTyped] = useState<Typed>(
    () =>
      start ?? {
        content: piece?.content ?? "",
        source: sourceOf(pages, piece),
        otherTitle: otherTitleOf(pages, piece),
      },
  );
  const { content, source, otherTitle } = typed;
  const type = (change: Partial<Typed>) => {
    setTyped({ ...typed, ...change });
    onType({ ...typed, ...change });
  };
  const page = pages.find(({ number }) => String(number) === source);
  const title = page?.title ?? otherTitle.trim();
  const field = useRef<HTMLTextAreaElement>(null);
  const isSame =
    content === piece?.content &&
    source === sourceOf(pages, piece) &&
    title === (page?.title ?? otherTitleOf(pages, piece));
  useImperativeHandle(ref, () => ({
    askToFinish: () => {
      if (content.trim() === "" || isSame) return false;
      field.current?.focus();
      return true;
    },
  }));
  const isTakenUp = start !== null;
  useEffect(() => {
    // Anyone who opens the form means to type into it; a page that was loaded again opens it by itself.
    if (!isTakenUp) field.current?.focus();
  }, [isTakenUp]);
  const finish = () => {
    if (content.trim() === "") return;
    // What was only looked at keeps its place on the page.
    if (piece && isSame) onDone(piece);
    else onDone(typedPiece(content, title));
  };
  const leave = () => {
    // What was typed goes only by Cancel.
    if (content.trim() === "" || isSame) onDone(null);
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

/** The title of a piece that is from none of the pages. */
function otherTitleOf(pages: readonly VisitedPage[], piece: KnowledgePiece | undefined): string {
  return sourceOf(pages, piece) === ELSEWHERE ? (piece?.page_title ?? "") : "";
}

/** The page of a piece; the first one for a new piece. */
function sourceOf(pages: readonly VisitedPage[], piece: KnowledgePiece | undefined): string {
  const page = piece
    ? pages.find(({ id, title }) =>
        piece.page === null ? title === piece.page_title : id === piece.page,
      )
    : pages[0];
  return page ? String(page.number) : ELSEWHERE;
}
