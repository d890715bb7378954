import { Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";

import { deletedPartsQuery } from "@/api/standing";
import { QueryView } from "@/components/QueryView";
import { SettingsCard } from "@/components/SettingsCard";
import { useRestorePart } from "@/components/useRestorePart";

import { BinRow } from "./BinRow";

/** The systems, encoders and error analyses that leads have deleted, until they are erased. */
export function DeletedParts({ slug }: { slug: string }) {
  const deleted = useQuery(deletedPartsQuery(slug));
  const { restoring } = useRestorePart(slug);
  return (
    <SettingsCard
      title="Bin"
      about="Systems, encoders and error analyses that were deleted come here for 30 days."
    >
      <QueryView query={deleted}>
        {({ results }) => (
          <Stack>
            {results.length === 0 && <Text size="sm">Nothing is in the bin.</Text>}
            {results.map((part) => (
              <BinRow
                key={`${part.kind}-${part.id}`}
                title={part.name}
                deleted={part}
                isPending={restoring.isPending && restoring.variables.id === part.id}
                onRestore={() => restoring.mutate(part)}
              />
            ))}
          </Stack>
        )}
      </QueryView>
    </SettingsCard>
  );
}
