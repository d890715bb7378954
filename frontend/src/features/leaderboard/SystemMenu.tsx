import { ActionIcon, Menu } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";

import { deleteSystem, showSystem, type SystemRow } from "@/api/leaderboard";
import { queryKeys } from "@/api/queryKeys";
import { ConfirmDialog } from "@/components/ConfirmDialog";

interface SystemMenuProps {
  readonly slug: string;
  readonly row: SystemRow;
  /** Leads hide and delete; who uploaded a file downloads it. */
  readonly isLead: boolean;
  /** Where its results on single examples are, if they are kept. */
  readonly results?: string | undefined;
}

/** What can be done with a system. */
export function SystemMenu({ slug, row, isLead, results }: SystemMenuProps) {
  const queryClient = useQueryClient();
  const [isDeleting, setDeleting] = useState(false);
  const refresh = () => queryClient.invalidateQueries({ queryKey: queryKeys.project(slug) });
  const show = useMutation({
    mutationFn: () => showSystem(slug, row.system, !row.is_published),
    onSuccess: refresh,
  });
  const remove = useMutation({
    mutationFn: () => deleteSystem(slug, row.system),
    onSuccess: async () => {
      setDeleting(false);
      await refresh();
    },
  });
  const files = row.files.filter(({ url }) => url !== null);
  if (files.length === 0 && !isLead) return null;
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={`More about ${row.name}`}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {files.map(({ part, name, url }) => (
            <Menu.Item key={part} component="a" href={url ?? ""}>
              Download {name}
            </Menu.Item>
          ))}
          {isLead && (
            <>
              {results !== undefined && (
                <Menu.Item component={Link} to={results}>
                  Results and errors
                </Menu.Item>
              )}
              <Menu.Item onClick={() => show.mutate()}>
                {row.is_published ? "Hide when published" : "Show when published"}
              </Menu.Item>
              <Menu.Item onClick={() => setDeleting(true)}>Delete</Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog
        opened={isDeleting}
        title={`Delete ${row.name}?`}
        action="Delete"
        isPending={remove.isPending}
        onClose={() => setDeleting(false)}
        onConfirm={remove.mutate}
      >
        Its scores on all splits and its predictions are deleted. The history keeps a record that it
        was here.
      </ConfirmDialog>
    </>
  );
}
