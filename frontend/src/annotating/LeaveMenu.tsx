import { ActionIcon, Button, Group, Text, Textarea } from "@mantine/core";
import { IconArrowBack, IconBookmark, IconDots, IconPlayerSkipForward } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { type ComponentPropsWithRef, useContext, useImperativeHandle, useState } from "react";

import { moveAssignment, parkWithQuestion } from "@/api/assignments";
import { ApiError } from "@/api/errors";
import { LateCheckbox, LateDrawer, LateMenu } from "@/components/late";
import { LinkButton } from "@/components/LinkButton";
import { notifyDone, notifyError } from "@/components/notify";

import { AnswerSourceContext } from "./answerSource";
import classes from "./LeaveMenu.module.css";
import type { LeaveBy } from "./useDraftSession";

export type LeaveAction = "skip" | "park" | "release";

const ACTIONS = {
  skip: {
    label: "Skip",
    title: "Skip this question",
    text: "You won’t get it again; somebody else will answer it. Please say why.",
    done: "Skipped. Somebody else will answer it.",
    note: "Why you skip it",
    required: true,
    icon: IconPlayerSkipForward,
  },
  park: {
    label: "Park",
    title: "Park this question",
    text: "It stays yours, without a time limit. You go on with the next question and can come back to this one at any time.",
    done: "Parked. Come back to it from the project’s page.",
    note: "Your question or note",
    required: false,
    icon: IconBookmark,
  },
  release: {
    label: "Give back and stop",
    title: "Give this question back",
    text: "Somebody else can take it. Your answer so far is kept for you.",
    done: "Given back. Somebody else can take it.",
    note: "Note (optional)",
    required: false,
    icon: IconArrowBack,
  },
} as const;

export interface LeaveMenuControl {
  /** Opens the dialog of one way out. */
  readonly begin: (action: LeaveAction) => void;
}

interface LeaveMenuProps {
  readonly assignment: number;
  readonly leaveBy: LeaveBy;
  readonly onLeft: (action: LeaveAction) => void;
}

function MoreButton(props: ComponentPropsWithRef<"button">) {
  return (
    <ActionIcon variant="subtle" color="gray" size={34} aria-label="More" {...props}>
      <IconDots size={18} stroke={1.7} aria-hidden />
    </ActionIcon>
  );
}

/** The ways out of a question other than answering it. */
export function LeaveMenu({
  assignment,
  leaveBy,
  onLeft,
  ref,
}: LeaveMenuProps & { readonly ref?: React.Ref<LeaveMenuControl> }) {
  const [action, setAction] = useState<LeaveAction | null>(null);
  /** Closing the dialog doesn't lose what was typed. */
  const [note, setNote] = useState("");
  const source = useContext(AnswerSourceContext);
  useImperativeHandle(ref, () => ({ begin: source === null ? setAction : () => undefined }), [
    source,
  ]);
  if (source !== null) {
    return (
      <LinkButton to={source.backTo} variant="subtle" size="compact-md">
        {source.backLabel}
      </LinkButton>
    );
  }
  return (
    <>
      <LateMenu position="bottom-end" width={220} target={MoreButton}>
        {(Menu) =>
          (["skip", "park", "release"] as const).map((name) => {
            const { label, icon: Icon } = ACTIONS[name];
            return (
              <Menu.Item
                key={name}
                leftSection={<Icon size={16} stroke={1.7} aria-hidden />}
                onClick={() => setAction(name)}
              >
                {label}…
              </Menu.Item>
            );
          })
        }
      </LateMenu>
      {/* Its button lies where the next question has none. */}
      <LateDrawer
        position="right"
        size={420}
        classNames={{ content: classes.content, body: classes.body }}
        opened={action !== null}
        onClose={() => setAction(null)}
        title={action && ACTIONS[action].title}
      >
        {action && (
          <LeaveForm
            assignment={assignment}
            leaveBy={leaveBy}
            action={action}
            note={note}
            onNote={setNote}
            onLeft={onLeft}
          />
        )}
      </LateDrawer>
    </>
  );
}

interface LeaveFormProps extends LeaveMenuProps {
  readonly action: LeaveAction;
  readonly note: string;
  readonly onNote: (note: string) => void;
}

function LeaveForm({ assignment, leaveBy, action, note, onNote, onLeft }: LeaveFormProps) {
  const [isQuestion, setQuestion] = useState(true);
  const { label, text, done, note: noteLabel, required } = ACTIONS[action];
  const leave = useMutation({
    mutationFn: () =>
      leaveBy(() =>
        action === "park" && isQuestion
          ? parkWithQuestion(assignment, note.trim())
          : moveAssignment(assignment, action, note.trim()),
      ),
    meta: { silent: true },
    onSuccess: () => {
      notifyDone(done);
      onLeft(action);
    },
    onError: (error) => {
      if (!(error instanceof ApiError) || error.code !== "not_open") {
        notifyError(error);
        return;
      }
      // Another tab was quicker, or this way out was taken and only the answer got lost.
      notifyDone(error.detail);
      onLeft(action);
    },
  });
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        leave.mutate();
      }}
    >
      <Text size="sm" c="dimmed" mb="md">
        {text}
      </Text>
      <Textarea
        label={noteLabel}
        required={required}
        data-autofocus
        autosize
        minRows={3}
        maxLength={5000}
        value={note}
        onChange={(event) => onNote(event.currentTarget.value)}
      />
      {action === "park" && (
        <LateCheckbox
          mt="sm"
          label="Ask the leads; an answer is due within a day"
          checked={isQuestion}
          onChange={(event) => setQuestion(event.currentTarget.checked)}
        />
      )}
      <Group mt="auto" pt="lg" data-below-toasts>
        <Button type="submit" loading={leave.isPending} disabled={required && note.trim() === ""}>
          {label}
        </Button>
      </Group>
    </form>
  );
}
