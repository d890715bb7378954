import { Button, Code, Group, SimpleGrid, Stack, Text } from "@mantine/core";

import { CopyButton } from "@/components/CopyButton";

/** The codes that open the account if the app is lost, to copy and keep. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  return (
    <Stack gap="md">
      <Text size="sm">
        Keep these codes where you can find them without your phone. Each one works once, instead of
        a code from the app.
      </Text>
      <SimpleGrid
        cols={2}
        spacing="xs"
        component="ul"
        role="list"
        p={0}
        m={0}
        aria-label="Recovery codes"
      >
        {codes.map((code) => (
          <li key={code} style={{ listStyle: "none" }}>
            <Code fz="sm">{code}</Code>
          </li>
        ))}
      </SimpleGrid>
      {codes.length === 0 && <Text size="sm">You have none left. Create new ones.</Text>}
      <Group justify="flex-end">
        <CopyButton variant="default" text={codes.join("\n")} label="Copy codes" />
        <Button onClick={onDone}>Done</Button>
      </Group>
    </Stack>
  );
}
