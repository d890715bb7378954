import {
  Avatar,
  Group,
  Stack,
  Text,
  UnstyledButton,
  VisuallyHidden,
  useMantineColorScheme,
} from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconChevronDown } from "@tabler/icons-react";
import { type ComponentPropsWithRef, lazy, Suspense, useId } from "react";
import { Link } from "react-router";

import { signOut } from "@/api/signIn";
import type { Me } from "@/api/types";
import { useMe } from "@/api/useMe";
import { LateMenu, LateModal, type LateMenuParts } from "@/components/late";
import { useLeave } from "@/components/useLeave";

import classes from "./AccountMenu.module.css";

// Few people ask for it, and everybody would load it.
const TokenHint = lazy(() => import("./TokenHint"));

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
            <Menu.Item component={Link} to="/account">
              My account
            </Menu.Item>
            <Menu.Item component={Link} to="/docs">
              Documentation
            </Menu.Item>
            <Menu.Item onClick={token.open}>API token</Menu.Item>
            <Menu.Item onClick={() => leave.mutate()}>Sign out</Menu.Item>
          </>
        )}
      </LateMenu>
      <LateModal opened={tokenOpened} onClose={token.close} title="API token" size="lg">
        <Suspense>
          <TokenHint username={me.username} />
        </Suspense>
      </LateModal>
    </>
  );
}
