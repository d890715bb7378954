import { ActionIcon, Button, Group, Spoiler, Text, Title, UnstyledButton } from "@mantine/core";
import { IconFileText, IconPencil, IconPlus, IconTrash } from "@tabler/icons-react";
import { useImperativeHandle, useRef, useState } from "react";

import { KeyHint } from "@/annotating/KeyHint";
import type { KnowledgePiece, LongFormAssignment } from "@/api/longFormTypes";

import { keepPassage, readKeptPassage } from "./keptPassage";
import { MOST_PIECES } from "./knowledge";
import classes from "./Knowledge.module.css";
import { KnowledgePieceForm, type KnowledgePieceFormControl } from "./KnowledgePieceForm";

export interface KnowledgeControl {
  /** Opens the form for a new piece. */
  readonly begin: () => void;
  /** Brings the piece back that was removed last. */
  readonly undo: () => void;
  /** Whether a passage was typed that is not added yet; its field is focused then. */
  readonly askToFinish: () => boolean;
}

interface KnowledgeProps {
  readonly knowledge: readonly KnowledgePiece[];
  readonly assignment: LongFormAssignment;
  /** The piece that a sentence led to. */
  readonly shown: number | null;
  readonly ref: React.Ref<KnowledgeControl>;
  readonly onChange: (knowledge: KnowledgePiece[]) => void;
  readonly onShow: (piece: KnowledgePiece) => void;
}

interface Removed {
  readonly piece: KnowledgePiece;
  readonly position: number;
}

/** The passages that support the answer, besides the contexts. */
export function Knowledge(props: KnowledgeProps) {
  const { assignment, knowledge, shown, ref, onChange } = props;
  const { pages } = assignment;
  const [editing, setEditing] = useState<number | "new" | null>(() =>
    readKeptPassage(assignment) === "" ? null : "new",
  );
  const form = useRef<KnowledgePieceFormControl>(null);
  const [removed, setRemoved] = useState<Removed | null>(null);
  const isFull = knowledge.length >= MOST_PIECES;

  // Positions must not shift, nor another form open, while a piece is being changed.
  const isChanging = typeof editing === "number";

  const undo = () => {
    if (!removed || isChanging) return;
    onChange(knowledge.toSpliced(removed.position, 0, removed.piece));
    setRemoved(null);
  };
  const begin = () => {
    if (!isFull && !isChanging) setEditing("new");
  };
  const askToFinish = () => form.current?.askToFinish() ?? false;
  useImperativeHandle(ref, () => ({ begin, undo, askToFinish }));

  const finish = (position: number | "new", piece: KnowledgePiece | null) => {
    setEditing(null);
    if (position === "new") keepPassage(assignment, "");
    if (piece === null) return;
    onChange(position === "new" ? [...knowledge, piece] : knowledge.with(position, piece));
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
      {knowledge.length === 0 && editing === null && !removed && (
        <Text size="sm" c="dimmed">
          {pages.some(({ html_url }) => html_url !== null)
            ? "Select a passage in a page to add it, or type one."
            : "Add the passages that support what the contexts do not say."}
        </Text>
      )}
      <ol className={classes.list}>
        {knowledge.map((piece, position) => (
          <li
            key={`${position}${piece.content.slice(0, 40)}`}
            className={classes.piece}
            data-shown={shown === position || undefined}
            ref={shown === position ? bringIntoView : undefined}
          >
            {editing === position ? (
              <div style={{ gridColumn: "1 / -1" }}>
                <KnowledgePieceForm
                  ref={form}
                  pages={pages}
                  piece={piece}
                  onDone={(changed) => {
                    finish(position, changed);
                  }}
                />
              </div>
            ) : (
              <Piece
                piece={piece}
                position={position}
                locked={isChanging}
                onShow={props.onShow}
                onEdit={() => {
                  setEditing(position);
                }}
                onRemove={() => {
                  setRemoved({ piece, position });
                  onChange(knowledge.toSpliced(position, 1));
                }}
              />
            )}
          </li>
        ))}
        {removed && (
          <li className={classes.removed} role="status">
            <span>A piece was removed.</span>
            <Button
              variant="subtle"
              size="compact-sm"
              rightSection={<KeyHint>U</KeyHint>}
              disabled={isChanging}
              onClick={undo}
            >
              Undo
            </Button>
          </li>
        )}
        {editing === "new" && (
          <li className={classes.piece}>
            <div style={{ gridColumn: "1 / -1" }}>
              <KnowledgePieceForm
                ref={form}
                pages={pages}
                start={readKeptPassage(assignment)}
                onType={(content) => {
                  keepPassage(assignment, content);
                }}
                onDone={(piece) => {
                  finish("new", piece);
                }}
              />
            </div>
          </li>
        )}
      </ol>
    </section>
  );
}

function Piece(props: {
  piece: KnowledgePiece;
  position: number;
  locked: boolean;
  onShow: (piece: KnowledgePiece) => void;
  onEdit: () => void;
  onRemove: () => void;
}) {
  const { piece, position, locked, onShow, onEdit, onRemove } = props;
  return (
    <>
      <span className={classes.number}>{position + 1}</span>
      <Spoiler maxHeight={88} showLabel="More" hideLabel="Less" fz="sm">
        <div className={classes.content}>{piece.content}</div>
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
      onClick={() => {
        onShow(piece);
      }}
    >
      <IconFileText size={13} stroke={1.7} aria-hidden />
      {title}
    </UnstyledButton>
  );
}

function bringIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: "nearest" });
}
