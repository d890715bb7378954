import { Button, Group, Stack, Text, Textarea } from "@mantine/core";
import type { RefObject } from "react";

import { KeyHint } from "@/annotating/KeyHint";
import type { Disagreement } from "@/api/disagreements";
import { ErrorAlert } from "@/components/ErrorAlert";
import { letterOf } from "@/components/letters";
import { LinkButton } from "@/components/LinkButton";
import { RelativeTime } from "@/components/RelativeTime";

import classes from "./DisagreementPage.module.css";
import type { Deciding } from "./useDeciding";

interface DecisionFormProps {
  readonly slug: string;
  readonly shown: Disagreement;
  readonly deciding: Deciding;
  readonly field: RefObject<HTMLTextAreaElement | null>;
}

/** Who has decided, when and why; and the way to decide, to take it back and to go on. */
export function DecisionForm({ slug, shown, deciding, field }: DecisionFormProps) {
  const { decision, id, next } = shown;
  const { decidedPlace, reason, isSending } = deciding;
  return (
    <Stack gap="xs" className={classes.form}>
      <ErrorAlert error={deciding.error} />
      <div role="status">
        {decision !== null && (
          <Text size="sm">
            Decided by {decision.decided_by}, <RelativeTime at={decision.decided_at} />
            {decision.written !== null && ": an answer that no annotator gave"}
            {decision.picked !== null &&
              decidedPlace === null &&
              ": an answer that was changed since"}
          </Text>
        )}
      </div>
      <Textarea
        ref={field}
        size="sm"
        label="Reason"
        autosize
        maxRows={5}
        maxLength={5000}
        value={reason}
        onChange={({ currentTarget: { value } }) => deciding.setReason(value)}
      />
      <Group gap="xs">
        <Button
          size="sm"
          disabled={!deciding.isNew}
          loading={isSending}
          rightSection={<KeyHint>Enter</KeyHint>}
          onClick={deciding.decide}
        >
          Decide
        </Button>
        {decision !== null && (
          <Button
            size="sm"
            variant="default"
            disabled={isSending}
            rightSection={<KeyHint>U</KeyHint>}
            onClick={deciding.withdraw}
          >
            Take back
          </Button>
        )}
        <Button
          size="sm"
          variant="default"
          disabled={next === null}
          rightSection={<KeyHint>N</KeyHint>}
          onClick={deciding.goOn}
        >
          Next
        </Button>
      </Group>
      <Group gap="xs">
        <Button
          size="compact-sm"
          variant="subtle"
          rightSection={<KeyHint>W</KeyHint>}
          onClick={deciding.write}
        >
          Write an answer
        </Button>
        {deciding.selected !== null && (
          <Button
            size="compact-sm"
            variant="subtle"
            rightSection={<KeyHint>S</KeyHint>}
            onClick={deciding.writeFromChosen}
          >
            Start from {letterOf(deciding.selected)}
          </Button>
        )}
        <Button
          size="compact-sm"
          variant="subtle"
          aria-pressed={deciding.hasNames}
          rightSection={<KeyHint>H</KeyHint>}
          onClick={deciding.toggleNames}
        >
          {deciding.hasNames ? "Hide names" : "Show names"}
        </Button>
        <LinkButton size="compact-sm" variant="subtle" to={`/projects/${slug}/examples/${id}`}>
          To the example
        </LinkButton>
      </Group>
    </Stack>
  );
}
