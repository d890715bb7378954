import { IconLock } from "@tabler/icons-react";
import { Outlet } from "react-router";

import { useProject } from "@/api/useProject";
import { LinkButton } from "@/components/LinkButton";
import { EmptyState } from "@/components/states";

/**
 * Shows leads' pages only to leads. The server refuses the data too; this says so in a sentence.
 */
export default function LeadOnly() {
  const { role, slug } = useProject();
  if (role === "lead") return <Outlet />;
  return (
    <EmptyState
      order={1}
      icon={IconLock}
      title="This page is for the project's leads"
      action={
        <LinkButton to={`/projects/${slug}`} variant="default" mt="xs">
          Back to the project
        </LinkButton>
      }
    >
      If you need it, ask a lead to change your role.
    </EmptyState>
  );
}
