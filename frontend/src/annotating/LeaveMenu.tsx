import { ActionIcon, Button, Group, Text, Textarea } from "@mantine/core";
import { IconArrowBack, IconBookmark, IconDots, IconPlayerSkipForward } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { type ComponentPropsWithRef, useState } from "react";

import { moveAssignment, parkWithQuestion } from "@/api/assignments";
import { ApiError } from "@/api/errors";
import { LateCheckbox, LateDrawer, LateMenu } from "@/components/late";
import { LinkButton } from "@/components/LinkButton";
import { notifyDone, notifyError } from "@/components/notify";

import type { LeaveBy } from "./draftSession";
import type { WayBack } from "./draftTarget";
import classes from "./LeaveMenu.module.css";

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

interface LeaveFormProps {
  readonly assignment: number;
  readonly leaveBy: LeaveBy;
  readonly onLeft: (action: LeaveAction) => void;
}

interface LeaveMenuProps extends LeaveFormProps {
  /** The way back, where there is nothing to leave but the page. */
  readonly back: WayBack | null;
  /** The way out whose dialog is open. */
  readonly action: LeaveAction | null;
  readonly onAction: (action: LeaveAction | null) => void;
}

function MoreButton(props: ComponentPropsWithRef<"button">) {
  return (
    <ActionIcon variant="subtle" color="gray" size={34} aria-label="More" {...props}>
      <IconDots size={18} stroke={1.7} aria-hidden />
    </ActionIcon>
  );
}

/** The ways out of a question other than answering it. */
export function LeaveMenu({ back, action, onAction, ...form }: LeaveMenuProps) {
  /** Closing the dialog doesn't lose what was typed. */
  const [note, setNote] = useState("");
  if (back !== null) {
    return (
      <LinkButton to={back.to} variant="subtle" size="compact-md">
        {back.label}
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
                onClick={() => onAction(name)}
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
        onClose={() => onAction(null)}
        title={action && ACTIONS[action].title}
      >
        {action && <LeaveForm {...form} action={action} note={note} onNote={setNote} />}
      </LateDrawer>
    </>
  );
}

function LeaveForm(
  props: LeaveFormProps & {
    readonly action: LeaveAction;
    readonly note: string;
    readonly onNote: (note: string) => void;
  },
) {
  const { assignment, leaveBy, action, note, onNote, onLeft } = props;
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
