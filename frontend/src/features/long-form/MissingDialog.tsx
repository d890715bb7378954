import { Button, Group, Paper, Stack, Text } from "@mantine/core";

import { KeyHint } from "@/annotating/KeyHint";
import type { Disambiguation } from "@/api/longFormTypes";
import { LateCheckbox, LateModal } from "@/components/late";

interface MissingDialogProps {
  /** Numbers of the disambiguations to decide on; empty: the dialog is closed. */
  readonly undecided: readonly number[];
  readonly disambiguations: readonly Disambiguation[];
  readonly confirmed: readonly number[];
  readonly onConfirmed: (confirmed: number[]) => void;
  readonly onBack: () => void;
  readonly onSubmit: (confirmed: number[]) => void;
}

/** For each disambiguation whose short answers are missing: go back, or confirm another wording. */
export function MissingDialog(props: MissingDialogProps) {
  const { undecided, disambiguations, confirmed, onConfirmed, onBack, onSubmit } = props;
  const ticked = undecided.filter((number) => confirmed.includes(number));
  const isDecided = ticked.length === undecided.length;
  const toggle = (number: number) => {
    onConfirmed(
      confirmed.includes(number)
        ? confirmed.filter((each) => each !== number)
        : [...confirmed, number].sort((a, b) => a - b),
    );
  };
  return (
    <LateModal
      opened={undecided.length > 0}
      onClose={onBack}
      title={undecided.length === 1 ? "A short answer is missing" : "Short answers are missing"}
      size="lg"
    >
      <div
        onKeyDown={(event) => {
          // A key that is still held from the text must not confirm anything.
          if (event.repeat) return;
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && isDecided) {
            onSubmit(ticked);
          }
        }}
        role="presentation"
      >
        <Text size="sm" c="dimmed" mb="md">
          Your text has none of these short answers. Go back and add one, or confirm that your text
          says the same in other words.
        </Text>
        <Stack gap="sm">
          {undecided.map((number) => (
            <Paper key={number} withBorder p="md" radius="md">
              <Text fw={550}>
                {number + 1}. {disambiguations[number]?.question}
              </Text>
              <Text size="sm" c="dimmed" mt={2}>
                {disambiguations[number]?.short_answers.join(" · ")}
              </Text>
              <Group justify="space-between" mt="sm" gap="sm">
                <LateCheckbox
                  label="An equivalent wording is included"
                  checked={confirmed.includes(number)}
                  onChange={() => toggle(number)}
                />
                <Button variant="subtle" size="compact-sm" onClick={onBack}>
                  Go back and add it
                </Button>
              </Group>
            </Paper>
          ))}
        </Stack>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onBack}>
            Back to the text
          </Button>
          <Button
            disabled={!isDecided}
            rightSection={<KeyHint>Ctrl+Enter</KeyHint>}
            onClick={() => onSubmit(ticked)}
          >
            Submit
          </Button>
        </Group>
      </div>
    </LateModal>
  );
}
