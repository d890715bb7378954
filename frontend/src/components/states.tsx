import { Button, Center, Loader, Stack, Text, ThemeIcon, Title } from "@mantine/core";
import { IconCloudOff, IconLock, IconMapPinOff, type TablerIcon } from "@tabler/icons-react";
import { type ReactNode, useEffect, useRef } from "react";

import { ApiError, describeError } from "@/api/errors";

import { LinkButton } from "./LinkButton";
import { useFocusPassedOn } from "./useFocusPassedOn";

/** Waiting for the server. Appears only after a moment, so that fast answers don't flicker. */
export function LoadingState({ label = "Loading" }: { label?: string }) {
  return (
    <Center py={80} role="status" aria-label={label}>
      <Loader size="sm" type="dots" />
    </Center>
  );
}

/** Nothing here yet: what this place is for, and what to do next. */
export function EmptyState({
  icon: Icon,
  title,
  children,
  action,
  order = 2,
  takesFocus = false,
}: {
  icon: TablerIcon;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  /** The heading's level: 1 where this is the whole page. */
  order?: 1 | 2;
  /** Where it takes the place of what had the focus, so that it is read out. */
  takesFocus?: boolean;
}) {
  const place = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  // Its button may bring what takes its place.
  useFocusPassedOn(place);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  return (
    <Stack ref={place} align="center" gap="sm" py={56} px="md">
      <ThemeIcon variant="light" size={52} radius="xl">
        <Icon size={26} stroke={1.5} aria-hidden />
      </ThemeIcon>
      <Title
        ref={heading}
        order={order}
        size="h3"
        ta="center"
        {...(takesFocus && { tabIndex: -1, style: { outline: "none" } })}
      >
        {title}
      </Title>
      {children !== undefined && (
        <Text c="dimmed" ta="center" maw={460} component="div">
          {children}
        </Text>
      )}
      {action}
    </Stack>
  );
}

/**
 * The server refused or did not answer: its sentence, and a way on. What does not exist or is not
 * allowed stays so however often one tries, so only other errors offer to try again.
 */
export function ErrorState({
  error,
  onRetry,
  order = 2,
}: {
  error: unknown;
  onRetry?: () => void;
  order?: 1 | 2;
}) {
  const isFinal = error instanceof ApiError && (error.status === 403 || error.status === 404);
  if (isFinal) {
    return (
      <div role="alert">
        <EmptyState
          order={order}
          icon={error.status === 403 ? IconLock : IconMapPinOff}
          title={error.status === 403 ? "This is not open to you" : "There is nothing here"}
          action={
            <LinkButton to="/" variant="default" mt="xs">
              Go to my projects
            </LinkButton>
          }
        >
          {error.detail}
        </EmptyState>
      </div>
    );
  }
  return (
    <div role="alert">
      <EmptyState
        order={order}
        icon={IconCloudOff}
        title="This could not be loaded"
        action={
          onRetry && (
            <Button variant="default" mt="xs" onClick={onRetry}>
              Try again
            </Button>
          )
        }
      >
        {describeError(error)}
      </EmptyState>
    </div>
  );
}
