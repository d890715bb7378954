import { Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";

import classes from "./PageHeader.module.css";

/** A page's title, one sentence about it, and its main actions. */
export function PageHeader({
  title,
  children,
  actions,
}: {
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <div className={classes.header}>
      <Stack gap={4}>
        <Title order={1}>{title}</Title>
        {children !== undefined && (
          <Text c="dimmed" maw={640} component="div">
            {children}
          </Text>
        )}
      </Stack>
      {actions !== undefined && <div className={classes.actions}>{actions}</div>}
    </div>
  );
}
