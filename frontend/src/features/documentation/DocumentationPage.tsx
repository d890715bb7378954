import { Anchor, Box, NavLink, Stack, Text, TextInput, Title } from "@mantine/core";
import { IconChevronDown, IconSearch } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useId, useState } from "react";
import { Link, useLocation, useParams } from "react-router";

import { Logo } from "@/components/Logo";
import { QueryView } from "@/components/QueryView";
import { useDocumentTitle } from "@/components/useDocumentTitle";
import { useTopOfNewPage } from "@/components/useTopOfNewPage";

import classes from "./Documentation.module.css";
import { INDEX, readAll, readDocument, type Section, sectionsOf, titleOf } from "./documents";
import { DocumentText } from "./DocumentText";
import { findIn } from "./search";

const pageOf = (name: string) => (name === INDEX ? "/docs" : `/docs/${name}`);

function Contents({ sections, current }: { sections: readonly Section[]; current: string }) {
  return sections.map(({ title, entries }) => (
    <Box key={title} mb="sm">
      <Text size="xs" c="dimmed" fw={550} px="sm" mb={2}>
        {title}
      </Text>
      {entries.map(({ name, label }) => (
        <NavLink
          key={name}
          component={Link}
          to={pageOf(name)}
          label={label}
          active={name === current}
          aria-current={name === current ? "page" : undefined}
          py={4}
        />
      ))}
    </Box>
  ));
}

function Results({ query }: { query: string }) {
  const documents = useQuery({ queryKey: ["documents"], queryFn: readAll, staleTime: Infinity });
  return (
    <QueryView query={documents}>
      {(all) => {
        const found = findIn(all, query);
        return (
          <Stack
            component="section"
            aria-label="Search results"
            gap="lg"
            className={classes.results}
          >
            <Text c="dimmed" role="status">
              {found.length === 0 ? "Nothing found." : `Places with “${query}”:`}
            </Text>
            {found.map(({ name, title, heading, anchor, excerpt }) => (
              <div key={`${name}#${anchor}`}>
                <Anchor component={Link} to={`${pageOf(name)}${anchor && `#${anchor}`}`} fw={550}>
                  {heading === "" ? title : `${title}: ${heading}`}
                </Anchor>
                <Text size="sm">{excerpt}</Text>
              </div>
            ))}
          </Stack>
        );
      }}
    </QueryView>
  );
}

function Document({ name, text }: { name: string; text: string }) {
  const { hash } = useLocation();
  useDocumentTitle(name === INDEX ? "" : titleOf(text), "Documentation");
  useEffect(() => {
    if (hash !== "") document.getElementById(decodeURIComponent(hash.slice(1)))?.scrollIntoView();
  }, [name, hash]);
  return (
    <>
      <Title order={1} mb="md">
        {titleOf(text)}
      </Title>
      <DocumentText name={name}>{text}</DocumentText>
    </>
  );
}

/** The documentation, for everybody: its contents, a search in all of it, and one document. */
export default function DocumentationPage() {
  const { "*": name = "" } = useParams();
  const current = name === "" ? INDEX : name.replace(/\/$/, "");
  const { key } = useLocation();
  useTopOfNewPage();
  const [typed, setTyped] = useState({ query: "", key });
  const [openAt, setOpenAt] = useState("");
  const contents = useId();
  // A link that was followed closes the search, and the contents in a narrow window.
  const isOpen = openAt === key;
  const query = typed.key === key ? typed.query : "";
  const index = useQuery({
    queryKey: ["documents", INDEX],
    queryFn: async () => sectionsOf((await readDocument(INDEX)) ?? ""),
    staleTime: Infinity,
  });
  const shown = useQuery({
    queryKey: ["documents", "one", current],
    queryFn: async () => (await readDocument(current)) ?? null,
    staleTime: Infinity,
  });
  return (
    <div className={classes.layout}>
      <nav className={classes.nav} aria-label="Documentation">
        <Link to="/" className={classes.home} aria-label="Plumbline, my projects">
          <Logo size={26} />
        </Link>
        <TextInput
          type="search"
          aria-label="Search the documentation"
          placeholder="Search"
          leftSection={<IconSearch size={16} aria-hidden />}
          value={query}
          onChange={(event) => setTyped({ query: event.currentTarget.value, key })}
          my="md"
        />
        <button
          type="button"
          className={classes.toggle}
          aria-expanded={isOpen}
          aria-controls={contents}
          onClick={() => setOpenAt(isOpen ? "" : key)}
        >
          Contents
          <IconChevronDown size={16} aria-hidden />
        </button>
        <div id={contents} className={classes.contents} data-open={isOpen || undefined}>
          <Contents sections={index.data ?? []} current={current} />
        </div>
      </nav>
      <main className={classes.main}>
        {query.trim() === "" ? (
          <QueryView query={shown} errorOrder={1}>
            {(text) =>
              text === null ? (
                <>
                  <Title order={1}>There is no such page</Title>
                  <Anchor component={Link} to="/docs">
                    All pages of the documentation
                  </Anchor>
                </>
              ) : (
                <Document name={current} text={text} />
              )
            }
          </QueryView>
        ) : (
          <>
            <Title order={1} mb="md">
              Search
            </Title>
            <Results query={query} />
          </>
        )}
      </main>
    </div>
  );
}
