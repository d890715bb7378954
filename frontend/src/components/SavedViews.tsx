import { ActionIcon, Button, Group, Popover, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconBookmark, IconX } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useSearchParams } from "react-router";

import { type Table, deleteView, saveView, savedViewsQuery } from "@/api/savedViews";

interface SavedViewsProps {
  readonly slug: string;
  readonly table: Table;
}

/** What the address says of a table, in an order that doesn't depend on what was chosen first. */
function sortedQuery(params: URLSearchParams): string {
  const kept = new URLSearchParams(params);
  kept.delete("page");
  kept.sort();
  return kept.toString();
}

/** The lead's own views of a table, each a link, and the way to save what is shown. */
export function SavedViews({ slug, table }: SavedViewsProps) {
  const [params] = useSearchParams();
  const query = sortedQuery(params);
  const queryClient = useQueryClient();
  const { queryKey, ...options } = savedViewsQuery(slug, table);
  const views = useQuery({ queryKey, ...options }).data?.results ?? [];
  const onSettled = () => queryClient.invalidateQueries({ queryKey });
  const saving = useMutation({
    mutationFn: (name: string) => saveView(slug, { table, name, query }),
    onSettled,
  });
  const deleting = useMutation({ mutationFn: (id: number) => deleteView(slug, id), onSettled });
  const isSaved = views.some((view) => view.query === query);
  if (views.length === 0 && query === "") return null;
  return (
    <Group gap="xs" role="group" aria-label="Saved views">
      {views.map((view) => (
        <Group key={view.id} gap={2} wrap="nowrap">
          <Button
            component={Link}
            to={{ search: view.query }}
            size="compact-sm"
            variant={view.query === query ? "light" : "default"}
            aria-current={view.query === query ? "page" : undefined}
          >
            {view.name}
          </Button>
          <ActionIcon
            size="sm"
            variant="subtle"
            color="gray"
            aria-label={`Delete the view ${view.name}`}
            onClick={() => deleting.mutate(view.id)}
          >
            <IconX size={14} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      {query !== "" && !isSaved && <SaveButton onSave={(name) => saving.mutate(name)} />}
    </Group>
  );
}

function SaveButton({ onSave }: { onSave: (name: string) => void }) {
  const [isOpen, popover] = useDisclosure(false);
  const [name, setName] = useState("");
  return (
    <Popover
      opened={isOpen}
      onChange={popover.toggle}
      position="bottom-start"
      trapFocus
      returnFocus
      shadow="md"
    >
      <Popover.Target>
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconBookmark size={14} aria-hidden />}
          onClick={popover.toggle}
        >
          Save this view
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (name.trim() === "") return;
            onSave(name.trim());
            setName("");
            popover.close();
          }}
        >
          <Group gap="xs" align="flex-end">
            <TextInput
              label="Name of the view"
              size="xs"
              maxLength={60}
              data-autofocus
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <Button type="submit" size="xs">
              Save
            </Button>
          </Group>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
