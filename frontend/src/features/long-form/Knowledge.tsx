import { ActionIcon, Button, Group, Text, Title, UnstyledButton } from "@mantine/core";
import { IconFileText, IconPencil, IconPlus, IconTrash } from "@tabler/icons-react";
import { useEffect, useImperativeHandle, useRef, useState } from "react";

import type { StoreKey } from "@/annotating/draftStore";
import { keepTyped, readKept, type TypedPassage } from "@/annotating/keptTyping";
import { KeyHint } from "@/annotating/KeyHint";
import type { KnowledgePiece, VisitedPage } from "@/api/longFormTypes";
import { Spoiler } from "@/components/Spoiler";

import type { Shown } from "./analysis";
import { isSamePiece } from "./drafts";
import type { Editing, EditingAction } from "./editing";
import { MOST_PIECES } from "./knowledge";
import classes from "./Knowledge.module.css";
import { KnowledgePieceForm, type KnowledgePieceFormControl } from "./KnowledgePieceForm";

export interface KnowledgeControl {
  /** Opens the form for a new piece. */
  readonly begin: () => void;
  /** Brings the piece back that was removed last. */
  readonly bringBack: () => void;
  /** Whether a piece is being changed: its position must not shift. */
  readonly isChanging: () => boolean;
  /** Whether a passage was typed that is not added yet; its field is focused then. */
  readonly askToFinish: () => boolean;
}

interface KnowledgeProps {
  readonly editing: Editing;
  readonly storeKey: StoreKey;
  readonly pages: readonly VisitedPage[];
  /** What a piece says, as the page shows it. */
  readonly read: (piece: KnowledgePiece) => string;
  readonly shown: Shown | null;
  readonly ref: React.Ref<KnowledgeControl>;
  readonly dispatch: (action: EditingAction) => void;
  readonly onShow: (piece: KnowledgePiece) => void;
}

/** The piece whose form is open. */
type Open = Pick<TypedPassage, "position" | "piece">;

/** The passages that support the answer, besides the contexts. */
export function Knowledge(props: KnowledgeProps) {
  const { storeKey, pages, editing, shown, ref, dispatch } = props;
  const { removed } = editing;
  const { knowledge } = editing.content;
  /** What was typed before the form was made again, by a reload or by another version. */
  const [kept, setKept] = useState(() => keptFor(storeKey, knowledge));
  const [opened, setOpened] = useState<Open | null>(kept);
  const open = opened?.position ?? null;
  const form = useRef<KnowledgePieceFormControl>(null);
  const shownRow = useRef<HTMLLIElement>(null);
  const isFull = knowledge.length >= MOST_PIECES;

  // The saved version of a conflict can have other pieces.
  if (opened !== null && placeOf(opened, knowledge) !== open) {
    const typed = keptFor(storeKey, knowledge);
    setKept(typed);
    setOpened(typed);
  }

  // Positions must not shift, nor another form open, while a piece is being changed.
  const isChanging = typeof open === "number";

  const bringBack = () => {
    if (!isChanging) dispatch({ type: "bring_back" });
  };
  const begin = () => {
    if (!isFull && !isChanging) setOpened({ position: "new", piece: null });
  };
  const askToFinish = () => form.current?.askToFinish() ?? false;
  useImperativeHandle(ref, () => ({
    begin,
    bringBack,
    askToFinish,
    isChanging: () => isChanging,
  }));

  useEffect(() => {
    if (shown?.kind === "knowledge") shownRow.current?.scrollIntoView({ block: "nearest" });
  }, [shown]);

  const isShown = (position: number) => shown?.kind === "knowledge" && shown.piece === position;
  const finish = (position: number | "new", piece: KnowledgePiece | null) => {
    setOpened(null);
    setKept(null);
    keepTyped(storeKey, "passage", null);
    if (piece === null) return;
    if (position === "new") dispatch({ type: "add_piece", piece });
    else dispatch({ type: "change", changes: { knowledge: knowledge.with(position, piece) } });
  };

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
          disabled={isFull || isChanging}
          onClick={begin}
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
              <div style={{ gridColumn: "1 / -1" }}>
                <KnowledgePieceForm
                  ref={form}
                  pages={pages}
                  piece={piece}
                  start={kept}
                  onType={(typed) => keepTyped(storeKey, "passage", { position, piece, ...typed })}
                  onDone={(changed) => finish(position, changed)}
                />
              </div>
            ) : (
              <Piece
                piece={piece}
                text={props.read(piece)}
                position={position}
                locked={isChanging}
                onShow={props.onShow}
                onEdit={() => setOpened({ position, piece })}
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
              onClick={bringBack}
            >
              Undo
            </Button>
          </li>
        )}
        {open === "new" && (
          <li className={classes.piece}>
            <div style={{ gridColumn: "1 / -1" }}>
              <KnowledgePieceForm
                ref={form}
                pages={pages}
                start={kept}
                onType={(typed) =>
                  keepTyped(storeKey, "passage", { position: "new", piece: null, ...typed })
                }
                onDone={(piece) => finish("new", piece)}
              />
            </div>
          </li>
        )}
      </ol>
    </section>
  );
}

/** A passage that was being typed; of a piece that is gone by now it is a new one. */
function keptFor(storeKey: StoreKey, knowledge: readonly KnowledgePiece[]): TypedPassage | null {
  const kept = readKept(storeKey, "passage");
  if (kept === null || kept.content.trim() === "") return null;
  return { ...kept, position: placeOf(kept, knowledge) };
}

/** Where the piece that is being changed stands now; one that is gone makes a new one. */
function placeOf({ position, piece }: Open, knowledge: readonly KnowledgePiece[]): number | "new" {
  if (position === "new" || !piece) return "new";
  const there = knowledge[position];
  if (there && isSamePiece(there, piece)) return position;
  const moved = knowledge.findIndex((each) => isSamePiece(each, piece));
  return moved < 0 ? "new" : moved;
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
