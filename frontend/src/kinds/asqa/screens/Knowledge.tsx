import { ActionIcon, Button, Group, Text, Title, UnstyledButton } from "@mantine/core";
import { IconFileText, IconPencil, IconPlus, IconTrash } from "@tabler/icons-react";
import { useEffect, useRef } from "react";

import { KeyHint } from "@/annotating/KeyHint";
import type { KnowledgePiece, VisitedPage } from "@/api/types";
import { Spoiler } from "@/components/Spoiler";

import type { Editing, EditingAction } from "./editing";
import { MOST_PIECES, placeOf } from "./knowledge";
import classes from "./Knowledge.module.css";
import { KnowledgePieceForm } from "./KnowledgePieceForm";
import type { Screen } from "./useScreen";

interface KnowledgeProps {
  readonly editing: Editing;
  readonly pages: readonly VisitedPage[];
  readonly screen: Screen;
  readonly dispatch: (action: EditingAction) => void;
}

/** The passages that support the answer, besides the contexts. */
export function Knowledge(props: KnowledgeProps) {
  const { editing, pages, screen, dispatch } = props;
  const { beginPiece, isChanging } = screen;
  const { lead, passage, shown } = screen.state;
  const { removed } = editing;
  const { knowledge } = editing.content;
  const open = passage && placeOf(passage, knowledge);
  const shownRow = useRef<HTMLLIElement>(null);

  useEffect(() => {
    if (shown?.kind === "knowledge") shownRow.current?.scrollIntoView({ block: "nearest" });
  }, [shown]);

  const isShown = (position: number) => shown?.kind === "knowledge" && shown.piece === position;
  const finish = (piece: KnowledgePiece | null) => {
    screen.typePassage(null);
    if (piece === null) return;
    if (typeof open === "number")
      dispatch({ type: "change", changes: { knowledge: knowledge.with(open, piece) } });
    else dispatch({ type: "add_piece", piece });
  };
  const form = passage && (
    <div style={{ gridColumn: "1 / -1" }}>
      <KnowledgePieceForm
        pages={pages}
        piece={typeof open === "number" ? knowledge[open] : undefined}
        typed={passage}
        lead={lead}
        onType={screen.typePassage}
        onDone={finish}
      />
    </div>
  );

  return (
    <section aria-label="Knowledge">
      <Group justify="space-between" mb={8} wrap="nowrap">
        <Title order={2} size="h4">
          Knowledge
        </Title>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus size={14} aria-hidden />}
          rightSection={<KeyHint>N</KeyHint>}
          disabled={knowledge.length >= MOST_PIECES || isChanging}
          onClick={() => beginPiece()}
        >
          Type or paste
        </Button>
      </Group>
      {knowledge.length === 0 && open === null && !removed && (
        <Text size="sm" c="dimmed">
          {pages.some(({ html_url }) => html_url !== null)
            ? "Select a passage in a page to add it, or type one."
            : "Add passages that support anything the contexts don’t say."}
        </Text>
      )}
      <ol className={classes.list}>
        {knowledge.map((piece, position) => (
          <li
            key={`${position}${piece.content.slice(0, 40)}`}
            className={classes.piece}
            data-shown={isShown(position) || undefined}
            ref={isShown(position) ? shownRow : undefined}
          >
            {open === position ? (
              form
            ) : (
              <Piece
                piece={piece}
                text={screen.read(piece)}
                position={position}
                locked={isChanging}
                onShow={screen.showInPage}
                onEdit={() => beginPiece({ position, piece })}
                onRemove={() => dispatch({ type: "remove_piece", position })}
              />
            )}
          </li>
        ))}
        {removed && (
          <li className={classes.removed}>
            <span role="status">You removed a piece.</span>
            <Button
              variant="subtle"
              size="compact-sm"
              rightSection={<KeyHint>U</KeyHint>}
              disabled={isChanging}
              onClick={screen.bringBack}
            >
              Undo
            </Button>
          </li>
        )}
        {open === "new" && <li className={classes.piece}>{form}</li>}
      </ol>
    </section>
  );
}

function Piece(props: {
  piece: KnowledgePiece;
  text: string;
  position: number;
  locked: boolean;
  onShow: (piece: KnowledgePiece) => void;
  onEdit: () => void;
  onRemove: () => void;
}) {
  const { piece, text, position, locked, onShow, onEdit, onRemove } = props;
  return (
    <>
      <span className={classes.number}>{position + 1}</span>
      <Spoiler maxHeight={88} showLabel="More" hideLabel="Less" fz="sm">
        <div className={classes.content} dir="auto">
          {text}
        </div>
      </Spoiler>
      <Group gap={0} wrap="nowrap" align="flex-start">
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Change piece ${position + 1}`}
          disabled={locked}
          onClick={onEdit}
        >
          <IconPencil size={15} stroke={1.7} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Remove piece ${position + 1}`}
          disabled={locked}
          onClick={onRemove}
        >
          <IconTrash size={15} stroke={1.7} aria-hidden />
        </ActionIcon>
      </Group>
      <Source piece={piece} onShow={onShow} />
    </>
  );
}

function Source(props: { piece: KnowledgePiece; onShow: (piece: KnowledgePiece) => void }) {
  const { piece, onShow } = props;
  const title = piece.page_title === null || piece.page_title === "" ? null : piece.page_title;
  if (piece.start_token === null) {
    return <span className={classes.source}>{title ?? "Another source"}</span>;
  }
  return (
    <UnstyledButton
      className={classes.source}
      title="Show it in the page"
      onClick={() => onShow(piece)}
    >
      <IconFileText size={13} stroke={1.7} aria-hidden />
      {title}
    </UnstyledButton>
  );
}
