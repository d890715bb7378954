import { Button, Group, Text, Textarea, Title } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";

import { browserStorage, DraftStore } from "@/annotating/draftStore";
import { KeyHint } from "@/annotating/KeyHint";
import { describeError } from "@/api/errors";
import { addNote, type AnswerOnScreen, LONGEST_JUSTIFICATION } from "@/api/judging";
import { RelativeTime } from "@/components/RelativeTime";
import { unsent } from "@/components/unsent";

import classes from "./MeetingScreen.module.css";
import { OWN_VERDICTS } from "./verdictDesk";

interface NotesProps {
  readonly round: number;
  readonly answer: AnswerOnScreen;
  readonly isOpen: boolean;
  readonly draft: string;
  readonly note: React.RefObject<HTMLTextAreaElement | null>;
  readonly onChange: (text: string) => void;
  readonly onNews: () => void;
}

/** The meeting's running notes on one answer, and a line to add. */
export function Notes({ round, answer, isOpen, draft, note, onChange, onNews }: NotesProps) {
  const key = `note:${round}:${answer.number}`;
  const add = useMutation({
    // The same key goes along until the server has answered, so that no note is there twice.
    mutationFn: async (text: string) => {
      const store = new DraftStore(OWN_VERDICTS, browserStorage());
      await addNote(round, answer.number, text, store.submissionKey(key, text));
      store.forgetSubmissionKey(key);
    },
    meta: { silent: true },
    onSuccess: (_, sent) => {
      onChange(unsent(draft, sent));
      onNews();
    },
  });
  const send = () => {
    if (draft.trim() !== "" && !add.isPending) add.mutate(draft);
  };
  return (
    <section aria-label="Notes">
      <Title order={2} size="h4">
        Notes
      </Title>
      {answer.notes.length === 0 && (
        <Text size="sm" c="dimmed" mt={4} mb="xs">
          {isOpen
            ? "No notes yet. Everybody in the meeting can read what you write here."
            : "No notes."}
        </Text>
      )}
      <ol className={classes.notes} aria-label="Notes">
        {answer.notes.map(({ id, author, is_you: isYou, text, created_at: at }) => (
          <li key={id} className={classes.note}>
            <Group justify="space-between" gap="xs">
              <Text size="xs" fw={600}>
                {isYou ? "You" : author}
              </Text>
              <Text size="xs" c="dimmed" component="div">
                <RelativeTime at={at} />
              </Text>
            </Group>
            <Text size="sm" className={classes.words}>
              {text}
            </Text>
          </li>
        ))}
      </ol>
      {isOpen && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            send();
          }}
        >
          <Textarea
            ref={note}
            aria-label="A note for everybody"
            placeholder="A note for everybody"
            autosize
            minRows={2}
            maxRows={8}
            maxLength={LONGEST_JUSTIFICATION}
            value={draft}
            error={add.error ? `Not sent. ${describeError(add.error)}` : undefined}
            onChange={(event) => onChange(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
              event.preventDefault();
              send();
            }}
          />
          <Group justify="space-between" mt="xs">
            <KeyHint>M</KeyHint>
            <Button
              type="submit"
              size="compact-md"
              variant="default"
              loading={add.isPending}
              disabled={draft.trim() === ""}
            >
              Add the note
            </Button>
          </Group>
        </form>
      )}
    </section>
  );
}
