import { Card, Text, Title } from "@mantine/core";
import { type ReactNode, useId } from "react";

interface SettingsCardProps {
  readonly title: string;
  readonly about: string;
  readonly children: ReactNode;
}

/** Settings that are saved together. */
export function SettingsCard({ title, about, children }: SettingsCardProps) {
  const id = useId();
  return (
    <Card component="section" padding="xl" maw={640} aria-labelledby={id}>
      <Title order={2} size="h3" mb={4} id={id}>
        {title}
      </Title>
      <Text size="sm" c="dimmed" mb="lg">
        {about}
      </Text>
      {children}
    </Card>
  );
}
