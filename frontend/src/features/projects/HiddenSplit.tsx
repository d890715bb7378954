import { Alert, Box, Button, Group, Modal, Radio, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";

import { queryKeys } from "@/api/queryKeys";
import { type Splits, hideSplit } from "@/api/splits";
import type { DialogProps } from "@/components/dialogProps";
import { ErrorAlert } from "@/components/ErrorAlert";
import { Form } from "@/components/Form";

interface HiddenSplitProps {
  readonly slug: string;
  readonly splits: Splits;
}

interface HideDialogProps extends DialogProps {
  readonly splits: Splits["splits"];
  readonly hiding: { readonly error: unknown; readonly isPending: boolean };
  readonly onHide: (split: string) => void;
}

function HideDialog({ splits, opened, hiding, onClose, onHide }: HideDialogProps) {
  const [chosen, setChosen] = useState("");
  return (
    <Modal opened={opened} onClose={onClose} title="Hide a split">
      <Form
        sending={hiding}
        action="Hide it"
        canSubmit={chosen !== ""}
        onCancel={onClose}
        onSubmit={() => {
          onHide(chosen);
        }}
      >
        <Text size="sm">
          Its questions and answers disappear from lists, statistics, exports and history. You see
          them as its steward, and you can name other leads on the Members page. Annotators keep
          answering its questions.
        </Text>
        <Radio.Group label="Which split" value={chosen} onChange={setChosen}>
          <Stack gap="xs" mt={8}>
            {splits.map(({ name }) => (
              <Radio key={name} value={name} label={name} />
            ))}
          </Stack>
        </Radio.Group>
      </Form>
    </Modal>
  );
}

/** Which split only stewards see, and hiding one. */
export function HiddenSplit({ slug, splits }: HiddenSplitProps) {
  const queryClient = useQueryClient();
  const place = useRef<HTMLDivElement>(null);
  const [isHiding, dialog] = useDisclosure(false);
  const change = useMutation({
    mutationFn: (split: string) => hideSplit(slug, split),
    meta: { silent: true },
    onSuccess: async (saved) => {
      dialog.close();
      // Nearly everything that is shown of the project is another now.
      await queryClient.invalidateQueries({ queryKey: queryKeys.project(slug) });
      queryClient.setQueryData(queryKeys.splits(slug), saved);
      // The button that was pressed leaves.
      place.current?.focus();
    },
  });
  const named = splits.splits.filter(({ name }) => name !== "");
  if (splits.hidden === "" && named.length === 0) return null;
  return (
    <Box ref={place} role="group" aria-label="Hidden split" tabIndex={-1}>
      {splits.hidden === "" ? (
        <Group justify="space-between">
          <Text size="sm" c="dimmed" flex={1}>
            If you hide a split, such as a test set, only its stewards see its examples. Everybody
            else sees how many there are.
          </Text>
          <Button variant="default" onClick={dialog.open}>
            Hide a split
          </Button>
          <HideDialog
            splits={named}
            opened={isHiding}
            hiding={change}
            onClose={dialog.close}
            onHide={(split) => {
              change.mutate(split);
            }}
          />
        </Group>
      ) : (
        <Alert color="plumb" title={`${splits.hidden} is hidden`}>
          {splits.is_steward
            ? "You see its questions and answers as a steward; other leads see how many there are."
            : "Only stewards see its questions and answers. The Members page shows who they are."}
          <ErrorAlert error={change.error} />
          {splits.is_steward && (
            <Group mt="sm">
              <Button
                size="xs"
                variant="default"
                loading={change.isPending}
                onClick={() => {
                  change.mutate("");
                }}
              >
                Show it again
              </Button>
            </Group>
          )}
        </Alert>
      )}
    </Box>
  );
}
