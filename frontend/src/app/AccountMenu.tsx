import {
  Anchor,
  Avatar,
  Code,
  Group,
  Stack,
  Text,
  UnstyledButton,
  VisuallyHidden,
  useMantineColorScheme,
} from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconBook2, IconKey, IconChevronDown, IconLogout, IconUser } from "@tabler/icons-react";
import { type ComponentPropsWithRef, useId } from "react";
import { Link } from "react-router";

import { signOut } from "@/api/signIn";
import type { Me } from "@/api/types";
import { useMe } from "@/api/useMe";
import { LateMenu, LateModal, type LateMenuParts } from "@/components/late";
import { useLeave } from "@/components/useLeave";

import classes from "./AccountMenu.module.css";

function isColorScheme(value: string): value is "light" | "dark" | "auto" {
  return value === "light" || value === "dark" || value === "auto";
}

function ThemeChoice({ Menu }: { Menu: LateMenuParts }) {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const label = useId();
  return (
    <div role="group" aria-labelledby={label}>
      <Menu.Label id={label}>Theme</Menu.Label>
      <Menu.RadioGroup
        value={colorScheme}
        onChange={(value) => {
          if (isColorScheme(value)) setColorScheme(value);
        }}
      >
        <Menu.RadioItem value="light">Light</Menu.RadioItem>
        <Menu.RadioItem value="dark">Dark</Menu.RadioItem>
        <Menu.RadioItem value="auto">As the system</Menu.RadioItem>
      </Menu.RadioGroup>
    </div>
  );
}

function TokenHint({ username }: { username: string }) {
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

function nameOf({ display_name: displayed, username }: Me): string {
  return displayed || username;
}

function AccountButton(props: ComponentPropsWithRef<"button">) {
  const name = nameOf(useMe());
  return (
    <UnstyledButton {...props} className={classes.target}>
      <Group gap={7} wrap="nowrap">
        <VisuallyHidden>Account of {name}</VisuallyHidden>
        <Avatar size={28} radius="xl" color="plumb" name={name} alt="" aria-hidden />
        <IconChevronDown size={14} aria-hidden />
      </Group>
    </UnstyledButton>
  );
}

export function AccountMenu() {
  const me = useMe();
  const [tokenOpened, token] = useDisclosure(false);
  const leave = useLeave(signOut);

  return (
    <>
      <LateMenu position="bottom-end" width={236} target={AccountButton}>
        {(Menu) => (
          <>
            <Stack gap={0} px="sm" py={6}>
              <Text size="sm" fw={550}>
                {nameOf(me)}
              </Text>
              <Text size="xs" c="dimmed">
                {me.is_site_administrator ? "Site administrator" : `Signed in as ${me.username}`}
              </Text>
            </Stack>
            <ThemeChoice Menu={Menu} />
            <Menu.Divider />
            <Menu.Item component={Link} to="/account" leftSection={<IconUser size={16} />}>
              My account
            </Menu.Item>
            <Menu.Item component={Link} to="/docs" leftSection={<IconBook2 size={16} />}>
              Documentation
            </Menu.Item>
            <Menu.Item leftSection={<IconKey size={16} />} onClick={token.open}>
              API token
            </Menu.Item>
            <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => leave.mutate()}>
              Sign out
            </Menu.Item>
          </>
        )}
      </LateMenu>
      <LateModal opened={tokenOpened} onClose={token.close} title="API token" size="lg">
        <TokenHint username={me.username} />
      </LateModal>
    </>
  );
}
