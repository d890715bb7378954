import { Button, Loader, Text } from "@mantine/core";

export type FrameStatus = "loading" | "open" | "failed";

interface FrameCoverProps {
  readonly status: FrameStatus;
  readonly className: string | undefined;
  readonly loading: string;
  readonly failed: string;
  readonly onRetry: () => void;
}

/** Covers a frame until it can be read: it is opening, or it could not be opened. */
export function FrameCover({ status, className, loading, failed, onRetry }: FrameCoverProps) {
  if (status === "open") return null;
  if (status === "loading") {
    return (
      <div className={className} role="status">
        <Loader size="sm" type="dots" />
        <Text size="sm" c="dimmed">
          {loading}
        </Text>
      </div>
    );
  }
  return (
    <div className={className} role="alert">
      <Text size="sm">{failed}</Text>
      <Button size="compact-sm" variant="default" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
