import { ActionIcon, Menu } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { queryKeys } from "@/api/queryKeys";
import { deleteEncoder, type EncoderRow, showEncoder } from "@/api/retrieval";
import { ConfirmDialog } from "@/components/ConfirmDialog";

interface EncoderMenuProps {
  readonly slug: string;
  readonly row: EncoderRow;
  /** Once the last encoder on the questions is gone: back to those that are left. */
  readonly onDeleted: () => void;
}

/** What leads can do with an encoder. */
export function EncoderMenu({ slug, row, onDeleted }: EncoderMenuProps) {
  const queryClient = useQueryClient();
  const [isDeleting, setDeleting] = useState(false);
  const refresh = () => queryClient.invalidateQueries({ queryKey: queryKeys.project(slug) });
  const show = useMutation({
    mutationFn: () => showEncoder(slug, row.id, !row.is_published),
    onSuccess: refresh,
  });
  const remove = useMutation({
    mutationFn: () => deleteEncoder(slug, row.id),
    onSuccess: async () => {
      setDeleting(false);
      onDeleted();
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
          <Menu.Item onClick={() => show.mutate()}>
            {row.is_published ? "Hide when published" : "Show when published"}
          </Menu.Item>
          <Menu.Item onClick={() => setDeleting(true)}>Delete</Menu.Item>
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
        Its figures, ranks and vectors are deleted. The history keeps a record that it was here.
      </ConfirmDialog>
    </>
  );
}
