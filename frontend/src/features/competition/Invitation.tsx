import { Button, Card, Group, Select, Stack, Text, TextInput, Title } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import {
  closeCompetitionInvitation,
  competitionInvitationQuery,
  renewCompetitionInvitation,
} from "@/api/competitions";
import { queryKeys } from "@/api/queryKeys";
import { CopyButton } from "@/components/CopyButton";
import { count, formatDateTime } from "@/components/format";
import { notifyDone } from "@/components/notify";
import { placeAround } from "@/components/placeAround";
import { QueryView } from "@/components/QueryView";

const DAYS = [7, 14, 30, 60, 90].map((days) => ({
  value: String(days),
  label: count(days, "day"),
}));

/** The link with which people sign up: make it, renew it, end it. */
export function Invitation({ slug }: { readonly slug: string }) {
  const queryClient = useQueryClient();
  const invitation = useQuery(competitionInvitationQuery(slug));
  const [days, setDays] = useState("30");
  const onSettled = () =>
    queryClient.invalidateQueries({ queryKey: queryKeys.competitionInvitation(slug) });
  const renew = useMutation({
    mutationFn: () => renewCompetitionInvitation(slug, Number(days)),
    onSettled,
  });
  const close = useMutation({
    mutationFn: () => closeCompetitionInvitation(slug),
    onSuccess: () => {
      notifyDone("Nobody else can sign up with this link.");
    },
    onSettled,
  });
  return (
    <Card component="section" padding="xl" aria-labelledby="invitation" tabIndex={-1}>
      <Title order={2} size="h3" mb={4} id="invitation">
        Invitation link
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        Anybody with the link signs up. They see the competition, and nothing else of the project.
      </Text>
      <QueryView query={invitation}>
        {({ link, expires_at: until }) => (
          <Stack gap="sm">
            {link !== null && until !== null && (
              <TextInput
                label="Link"
                description={`Until ${formatDateTime(until)}`}
                readOnly
                value={link}
                onFocus={(event) => event.currentTarget.select()}
              />
            )}
            <Group align="flex-end" gap="sm">
              {link !== null && <CopyButton text={link} label="Copy link" variant="light" />}
              <Select
                label="A new link works for"
                w={170}
                allowDeselect={false}
                data={DAYS}
                value={days}
                onChange={(value) => setDays(value ?? days)}
              />
              <Button variant="default" loading={renew.isPending} onClick={() => renew.mutate()}>
                {link === null ? "Make a link" : "Make a new link"}
              </Button>
              {link !== null && (
                <Button
                  variant="subtle"
                  color="brick"
                  loading={close.isPending}
                  onClick={(event) => {
                    placeAround(event.currentTarget)?.focus();
                    close.mutate();
                  }}
                >
                  End link
                </Button>
              )}
            </Group>
            {link !== null && (
              <Text size="xs" c="dimmed">
                A new link ends the old one. People who have signed up stay.
              </Text>
            )}
          </Stack>
        )}
      </QueryView>
    </Card>
  );
}
