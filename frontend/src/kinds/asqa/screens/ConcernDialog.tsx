import { Button, Group, Text, Textarea } from "@mantine/core";

import type { DialogProps } from "@/components/dialogProps";
import { LateModal } from "@/components/late";

const LONGEST_CONCERN = 5_000;

interface ConcernDialogProps extends DialogProps {
  readonly concern: string;
  /** What was typed and not kept yet: closing the dialog doesn't lose it, nor does a reload. */
  readonly typed: string | null;
  readonly onType: (typed: string | null) => void;
  readonly onChange: (concern: string) => void;
}

/** What is wrong with the disambiguations. It can be withdrawn until the answer is submitted. */
export function ConcernDialog(props: ConcernDialogProps) {
  const { opened, concern, typed, onClose, onType, onChange } = props;
  const finish = (kept: string) => {
    onType(null);
    onChange(kept);
    onClose();
  };
  return (
    <LateModal opened={opened} onClose={onClose} title="The disambiguations are wrong">
      <ConcernForm concern={concern} text={typed ?? concern} onType={onType} onFinish={finish} />
    </LateModal>
  );
}

interface ConcernFormProps {
  readonly concern: string;
  readonly text: string;
  readonly onType: (text: string) => void;
  readonly onFinish: (kept: string) => void;
}

function ConcernForm({ concern, text, onType, onFinish }: ConcernFormProps) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onFinish(text.trim());
      }}
    >
      <Text size="sm" c="dimmed" mb="md">
        Raise a concern if a disambiguation or a short answer is wrong. A lead reads it, and the
        example stays out of exports unless somebody asks for it. You can then submit without an
        answer.
      </Text>
      <Textarea
        label="What is wrong and why"
        data-autofocus
        autosize
        minRows={4}
        maxRows={12}
        maxLength={LONGEST_CONCERN}
        value={text}
        onChange={(event) => onType(event.currentTarget.value)}
      />
      <Group justify="space-between" mt="lg">
        {concern === "" ? (
          <span />
        ) : (
          <Button variant="subtle" color="gray" onClick={() => onFinish("")}>
            Withdraw the concern
          </Button>
        )}
        <Button type="submit" disabled={text.trim() === ""}>
          Keep the concern
        </Button>
      </Group>
    </form>
  );
}
