import { Box, Group, Loader, Text, UnstyledButton } from "@mantine/core";
import { useNetwork } from "@mantine/hooks";
import { IconHelpCircle, IconWifiOff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { Link, Outlet, useNavigation } from "react-router";

import { projectQuery } from "@/api/projects";
import type { Project } from "@/api/types";
import { useGuidelinesDrawer } from "@/components/GuidelinesDrawerContext";
import { Logo } from "@/components/Logo";
import { LoadingState } from "@/components/states";
import { useTopOfNewPage } from "@/components/useTopOfNewPage";

import { AccountMenu } from "./AccountMenu";
import classes from "./AppFrame.module.css";
import { GuidelinesDrawerProvider } from "./GuidelinesDrawerProvider";
import { useCurrentSlug } from "./useCurrentSlug";

function ProjectCrumb({ project }: { project: Project }) {
  return (
    <>
      <Text c="dimmed" aria-hidden className={classes.slash}>
        /
      </Text>
      <Link to={`/projects/${project.slug}`} className={classes.crumb}>
        {project.title}
      </Link>
    </>
  );
}

function GuidelinesButton() {
  const { open } = useGuidelinesDrawer();
  return (
    <UnstyledButton className={classes.help} onClick={() => open()} aria-keyshortcuts="?">
      <IconHelpCircle size={17} stroke={1.7} aria-hidden />
      <span className={classes.helpLabel}>Guidelines</span>
      <kbd className={classes.key}>?</kbd>
    </UnstyledButton>
  );
}

/** In the header, which is always in sight, and where it moves nothing below. */
function OfflineNotice() {
  const { online } = useNetwork();
  return (
    <div role="status" className={online ? undefined : classes.offline}>
      {!online && (
        <>
          <IconWifiOff size={16} aria-hidden />
          <span className={classes.offlineLabel}>
            You are offline. Changes are sent when the connection is back.
          </span>
          <span className={classes.offlineWord} aria-hidden>
            Offline
          </span>
        </>
      )}
    </div>
  );
}

/** Header, skip link and what every signed-in page shares. */
export function AppFrame() {
  const slug = useCurrentSlug();
  const project = useQuery({ ...projectQuery(slug ?? ""), enabled: slug !== undefined }).data;
  const navigation = useNavigation();
  useTopOfNewPage();
  return (
    <GuidelinesDrawerProvider slug={project?.slug}>
      <a href="#main" className={classes.skip}>
        Skip to the content
      </a>
      <header className={classes.header}>
        <Group gap="sm" wrap="nowrap" miw={0}>
          <Link to="/" className={classes.home} aria-label="Plumbline, my projects">
            <Logo size={26} />
          </Link>
          {project && <ProjectCrumb project={project} />}
        </Group>
        <OfflineNotice />
        <Group gap="xs" wrap="nowrap">
          {navigation.state !== "idle" && (
            <Loader size={14} role="status" aria-label="Loading the page" />
          )}
          {project && <GuidelinesButton />}
          <AccountMenu />
        </Group>
      </header>
      <Box component="main" id="main" tabIndex={-1} className={classes.main}>
        <Suspense fallback={<LoadingState />}>
          <Outlet />
        </Suspense>
      </Box>
    </GuidelinesDrawerProvider>
  );
}
