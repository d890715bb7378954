import { Badge, Button, Group, Text, ThemeIcon } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconDeviceDesktop, IconDeviceMobile } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

import { devicesQuery, signOutEverywhere } from "@/api/account";
import { queryKeys } from "@/api/queryKeys";
import { type Device, endDevice } from "@/api/signIn";
import { ConfirmDialog } from "@/components/ConfirmDialog";
import type { DialogProps } from "@/components/dialogProps";
import { placeAround } from "@/components/placeAround";
import { QueryView } from "@/components/QueryView";
import { RelativeTime } from "@/components/RelativeTime";
import { useLeave } from "@/components/useLeave";

import { AccountSection } from "./AccountSection";
import { describeDevice } from "./describeDevice";
import rows from "./rows.module.css";

function toIso(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}

function DeviceRow({ device }: { device: Device }) {
  const queryClient = useQueryClient();
  const end = useMutation({
    mutationFn: () => endDevice(device.id),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.devices() }),
  });
  const name = describeDevice(device.user_agent);
  const isMobile = /Mobi|Android|iPad/.test(device.user_agent);
  const Icon = isMobile ? IconDeviceMobile : IconDeviceDesktop;
  return (
    <li className={rows.row}>
      <ThemeIcon variant="light" color="gray" size={36} radius="xl">
        <Icon size={19} stroke={1.6} aria-hidden />
      </ThemeIcon>
      <div className={rows.about}>
        <Group gap="xs">
          <Text size="sm" fw={550}>
            {name}
          </Text>
          {device.is_current && <Badge>This device</Badge>}
        </Group>
        <Text size="sm" c="dimmed">
          {device.ip} · last seen{" "}
          <RelativeTime at={toIso(device.last_seen_at ?? device.created_at)} />
        </Text>
      </div>
      {!device.is_current && (
        <Button
          variant="subtle"
          color="gray"
          size="xs"
          aria-label={`Sign out ${name}`}
          loading={end.isPending}
          onClick={(event) => {
            // The row leaves with its button.
            placeAround(event.currentTarget)?.focus();
            end.mutate();
          }}
        >
          Sign out
        </Button>
      )}
    </li>
  );
}

function EverywhereDialog({ opened, onClose }: DialogProps) {
  const leave = useLeave(signOutEverywhere);
  return (
    <ConfirmDialog
      opened={opened}
      title="Sign out everywhere?"
      action="Sign out everywhere"
      isPending={leave.isPending}
      onClose={onClose}
      onConfirm={leave.mutate}
    >
      All your devices are signed out at once, including this one. Your unfinished annotations are
      kept. API tokens keep working; revoke them on this page if somebody else may have them.
    </ConfirmDialog>
  );
}

export function DevicesSection() {
  const devices = useQuery(devicesQuery());
  const [opened, everywhere] = useDisclosure(false);
  return (
    <AccountSection
      title="Signed-in devices"
      about="If you don’t recognise one, sign it out and change your password."
    >
      <QueryView query={devices}>
        {(found) => (
          <ul className={rows.list}>
            {[...found]
              .sort((one, other) => Number(other.is_current) - Number(one.is_current))
              .map((device) => (
                <DeviceRow key={device.id} device={device} />
              ))}
          </ul>
        )}
      </QueryView>
      <Group>
        <Button variant="default" onClick={everywhere.open}>
          Sign out everywhere
        </Button>
      </Group>
      <EverywhereDialog opened={opened} onClose={everywhere.close} />
    </AccountSection>
  );
}
