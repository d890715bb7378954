import { Button, Center, Group } from "@mantine/core";
import { IconMapPinOff, IconPlugConnectedX } from "@tabler/icons-react";
import { useRouteError } from "react-router";

import { ApiError } from "@/api/errors";
import { LinkButton } from "@/components/LinkButton";
import { EmptyState } from "@/components/states";
import { useDocumentTitle } from "@/components/useDocumentTitle";

export function NotFoundPage() {
  useDocumentTitle("Not found");
  return (
    <EmptyState
      order={1}
      icon={IconMapPinOff}
      title="There is nothing at this address"
      action={
        <LinkButton to="/" mt="xs">
          Go to my projects
        </LinkButton>
      }
    >
      The link may be mistyped, or what it pointed to belongs to a project you are not a member of.
    </EmptyState>
  );
}

/** Shown when a page fails to load or draw, for instance after the server was updated. */
export function ErrorPage() {
  useDocumentTitle("Error");
  const error = useRouteError();
  return (
    <Center component="main" mih="80dvh" role="alert">
      <EmptyState
        order={1}
        icon={IconPlugConnectedX}
        title="This page could not be shown"
        action={
          <Group mt="xs">
            <Button onClick={() => window.location.reload()}>Load it again</Button>
            <Button component="a" href="/" variant="default">
              Go to my projects
            </Button>
          </Group>
        }
      >
        {error instanceof ApiError
          ? error.detail
          : "Plumbline was probably updated while this page was open. What was saved is safe."}
      </EmptyState>
    </Center>
  );
}
