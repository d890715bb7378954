import { Button, Checkbox, Group, Stack, TextInput, Textarea } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { ApiError } from "@/api/errors";
import { editFaq, type FaqEntry, type FaqText, guidanceKeys, publishFaq } from "@/api/guidance";
import { ErrorAlert } from "@/components/ErrorAlert";
import { useSendOnce } from "@/components/useSendOnce";

interface FaqFormProps {
  readonly slug: string;
  readonly initial: FaqText;
  /** The entry that is edited; null for a new one. */
  readonly number: number | null;
  /** Where it was asked. */
  readonly thread?: number | null;
  readonly onDone: (entry: FaqEntry) => void;
}

/** Writes an entry of the FAQ, or a new version of one. */
export function FaqForm({ slug, initial, number, thread = null, onDone }: FaqFormProps) {
  const queryClient = useQueryClient();
  const [text, setText] = useState<FaqText>({
    title: initial.title,
    question: initial.question,
    answer: initial.answer,
  });
  const [isWord, setIsWord] = useState(false);
  const sendOnce = useSendOnce();
  const save = useMutation({
    mutationFn: () => {
      const sent = { ...text, name_is_a_word: isWord };
      if (number !== null) return editFaq(slug, number, sent);
      const entry = { ...sent, thread };
      return sendOnce(entry, (key) => publishFaq(slug, entry, key));
    },
    meta: { silent: true },
    onSuccess: async (entry) => {
      await queryClient.invalidateQueries({ queryKey: guidanceKeys.faq(slug) });
      await queryClient.invalidateQueries({ queryKey: guidanceKeys.questions(slug) });
      onDone(entry);
    },
  });
  const isNamed = save.error instanceof ApiError && save.error.code === "names_the_asker";
  const set = (part: Partial<FaqText>) => {
    setText((before) => ({ ...before, ...part }));
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <Stack gap="sm">
        <ErrorAlert error={save.error} />
        <TextInput
          label="Title"
          required
          data-autofocus
          maxLength={200}
          value={text.title}
          onChange={(event) => set({ title: event.currentTarget.value })}
        />
        <Textarea
          label="Question"
          autosize
          minRows={2}
          maxRows={8}
          value={text.question}
          onChange={(event) => set({ question: event.currentTarget.value })}
        />
        <Textarea
          label="Answer"
          description="Markdown. Everybody in the project reads it: leave names out."
          required
          autosize
          minRows={4}
          maxRows={16}
          value={text.answer}
          onChange={(event) => set({ answer: event.currentTarget.value })}
        />
        {(isNamed || isWord) && (
          <Checkbox
            label="It is an ordinary word here, not somebody’s name"
            checked={isWord}
            onChange={(event) => setIsWord(event.currentTarget.checked)}
          />
        )}
        <Group justify="flex-end">
          <Button
            type="submit"
            loading={save.isPending}
            disabled={text.title.trim() === "" || text.answer.trim() === ""}
          >
            {number === null ? "Publish" : "Save"}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
