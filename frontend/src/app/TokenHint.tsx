import { Anchor, Code, Stack, Text } from "@mantine/core";

/** How programs use the API. */
export default function TokenHint({ username }: { username: string }) {
  const { origin } = window.location;
  return (
    <Stack gap="sm">
      <Text size="sm">
        Everything here also works by API. Ask for a token with your name and password, then send it
        with each request:
      </Text>
      <Code block>
        {`curl ${origin}/api/v1/auth/token/ \\
  -d username=${username} -d password=…

curl ${origin}/api/v1/me/ \\
  -H "Authorization: Token KEY"`}
      </Code>
      <Text size="sm" c="dimmed">
        The calls are listed at{" "}
        <Anchor href="/api/docs/" size="sm" underline="always">
          /api/docs/
        </Anchor>
        .
      </Text>
    </Stack>
  );
}
