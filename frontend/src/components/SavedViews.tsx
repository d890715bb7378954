import { ActionIcon, Button, Divider, Group, Popover, Stack, Text, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconBookmark, IconX } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useSearchParams } from "react-router";

import { type Table, deleteView, saveView, savedViewsQuery } from "@/api/savedViews";

interface SavedViewsProps {
  readonly slug: string;
  readonly table: Table;
  /** What the page's address says of something else than the table. */
  readonly apart?: readonly string[];
}

/** What the address says of a table, in an order that doesn't depend on what was chosen first. */
function sortedQuery(params: URLSearchParams, apart: readonly string[]): string {
  const kept = new URLSearchParams(params);
  for (const name of ["page", ...apart]) kept.delete(name);
  kept.sort();
  return kept.toString();
}

/** The lead's own views of a table, each a link, and the way to save what is shown. */
export function SavedViews({ slug, table, apart = [] }: SavedViewsProps) {
  const [params] = useSearchParams();
  const query = sortedQuery(params, apart);
  const queryClient = useQueryClient();
  const [isOpen, popover] = useDisclosure(false);
  const { queryKey, ...options } = savedViewsQuery(slug, table);
  const views = useQuery({ queryKey, ...options }).data?.results ?? [];
  const onSettled = () => queryClient.invalidateQueries({ queryKey });
  const saving = useMutation({
    mutationFn: (name: string) => saveView(slug, { table, name, query }),
    onSettled,
  });
  const deleting = useMutation({ mutationFn: (id: number) => deleteView(slug, id), onSettled });
  const shown = views.find((view) => view.query === query);
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
          size="xs"
          variant="default"
          leftSection={<IconBookmark size={15} aria-hidden />}
          onClick={popover.toggle}
        >
          {shown === undefined ? "Views" : `View: ${shown.name}`}
        </Button>
      </Popover.Target>
      <Popover.Dropdown maw={320}>
        <Stack gap="xs">
          {views.map((view) => (
            <Group key={view.id} gap={4} wrap="nowrap" justify="space-between">
              <Button
                component={Link}
                to={{ search: view.query }}
                size="compact-sm"
                variant={view === shown ? "light" : "subtle"}
                aria-current={view === shown ? "page" : undefined}
                onClick={popover.close}
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
          {query !== "" && (
            <Button
              component={Link}
              to={{ search: "" }}
              size="compact-sm"
              variant="subtle"
              color="gray"
              style={{ alignSelf: "flex-start" }}
              onClick={popover.close}
            >
              As it is usually
            </Button>
          )}
          {views.length > 0 && shown === undefined && <Divider />}
          {query === "" && (
            <Text size="sm" c="dimmed">
              Search, filter, order or choose columns. Then you can save the view here, under a name
              and with an address.
            </Text>
          )}
          {query !== "" && shown === undefined && (
            <SaveForm
              onSave={(name) => {
                saving.mutate(name);
                popover.close();
              }}
            />
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

function SaveForm({ onSave }: { onSave: (name: string) => void }) {
  const [name, setName] = useState("");
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== "") onSave(name.trim());
      }}
    >
      <Group gap="xs" align="flex-end" wrap="nowrap">
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
  );
}
