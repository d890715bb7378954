import { ActionIcon, Menu } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";

import { queryKeys } from "@/api/queryKeys";

import { ConfirmDialog } from "./ConfirmDialog";
import { useRestorePart } from "./useRestorePart";

interface ShownRowMenuProps {
  readonly slug: string;
  readonly row: { readonly name: string; readonly is_published: boolean };
  /** What it is in the bin. */
  readonly part: { readonly kind: "system" | "encoder"; readonly id: number };
  /** Leads hide and delete. */
  readonly isLead: boolean;
  readonly onShow: (isShown: boolean) => Promise<unknown>;
  readonly onDelete: () => Promise<unknown>;
  /** What is deleted with it. */
  readonly deleted: string;
  /** Further items, above. */
  readonly children?: ReactNode;
}

/** What can be done with a row of a table that leads may publish. */
export function ShownRowMenu(props: ShownRowMenuProps) {
  const { slug, row, part, isLead, onShow, onDelete, deleted, children } = props;
  const queryClient = useQueryClient();
  const { announce } = useRestorePart(slug);
  const [isDeleting, setDeleting] = useState(false);
  const refresh = () => queryClient.invalidateQueries({ queryKey: queryKeys.project(slug) });
  const show = useMutation({ mutationFn: () => onShow(!row.is_published), onSuccess: refresh });
  const remove = useMutation({
    mutationFn: onDelete,
    onSuccess: async () => {
      setDeleting(false);
      announce({ ...part, name: row.name });
      await refresh();
    },
  });
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={`More about ${row.name}`}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {children}
          {isLead && (
            <>
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
        {deleted} For 30 days you can restore it in the settings, under <i>Pause or delete</i>.
      </ConfirmDialog>
    </>
  );
}
