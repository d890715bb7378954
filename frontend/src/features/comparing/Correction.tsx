import { Button, Group, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";

import { ownComparisonsQuery, type Study, takeBackComparison } from "@/api/comparisons";
import { queryKeys } from "@/api/queryKeys";
import { QueryView } from "@/components/QueryView";

interface CorrectionProps {
  readonly slug: string;
  readonly study: Study;
}

/** Lets somebody correct a comparison that they submitted, as long as the study is open. */
export function Correction({ slug, study }: CorrectionProps) {
  const [isOpen, { toggle }] = useDisclosure(false);
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        mt="sm"
        style={{ alignSelf: "flex-start" }}
        aria-expanded={isOpen}
        onClick={toggle}
      >
        Correct a comparison
      </Button>
      {isOpen && <Submitted slug={slug} study={study} />}
    </>
  );
}

function Submitted({ slug, study }: CorrectionProps) {
  const own = useQuery(ownComparisonsQuery(study.id));
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const takeBack = useMutation({
    mutationFn: takeBackComparison,
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: queryKeys.comparisonStudy(study.id) });
      await queryClient.invalidateQueries({ queryKey: ["project", slug, "comparison-studies"] });
      await navigate(`/projects/${slug}/comparing/${study.id}`);
    },
  });
  return (
    <QueryView query={own}>
      {(comparisons) => (
        <Stack gap="xs" mt="xs">
          <Text size="sm" c="dimmed">
            The comparison opens with what you said. It counts again once you submit it.
          </Text>
          {comparisons
            .filter(({ submitted_at: at }) => at !== null)
            .map(({ id, position, question }) => (
              <Group key={id} justify="space-between" wrap="nowrap">
                <Text size="sm" miw={0} dir="auto">
                  {position + 1}. {question}
                </Text>
                <Button
                  size="compact-sm"
                  variant="default"
                  flex="none"
                  aria-label={`Correct pair ${position + 1}`}
                  disabled={takeBack.isPending}
                  onClick={() => takeBack.mutate(id)}
                >
                  Correct
                </Button>
              </Group>
            ))}
        </Stack>
      )}
    </QueryView>
  );
}
