import { Card, Stack, Text, Title } from "@mantine/core";
import { type ReactNode, useId } from "react";

/** One part of the account page: a title, a sentence about it, and its actions. */
export function AccountSection({
  title,
  about,
  children,
}: {
  title: string;
  about?: ReactNode;
  children: ReactNode;
}) {
  const heading = useId();
  return (
    // It takes the focus from a row that leaves.
    <Card component="section" padding="xl" aria-labelledby={heading} tabIndex={-1}>
      <Stack gap="lg">
        <Stack gap={4}>
          <Title order={2} size="h3" id={heading}>
            {title}
          </Title>
          {about !== undefined && (
            <Text size="sm" c="dimmed" maw={560} component="div">
              {about}
            </Text>
          )}
        </Stack>
        {children}
      </Stack>
    </Card>
  );
}
