import { Anchor, Typography } from "@mantine/core";
import ReactMarkdown, {
  type Components,
  defaultUrlTransform,
  type ExtraProps,
} from "react-markdown";
import { Link } from "react-router";
import remarkGfm from "remark-gfm";

import classes from "./Markdown.module.css";

const PICTURE = /^(?:\.\/)?pictures\/([a-z0-9-]+\.(?:png|jpg|webp))$/;
const FAQ_LINK = /^faq:([1-9][0-9]{0,8})$/;

/** Where an address of guidelines or FAQ leads; "" for pictures and links that are not shown. */
export function addressOf(address: string, attribute: string, project: string | undefined): string {
  const picture = PICTURE.exec(address)?.[1];
  if (attribute === "src") {
    return project === undefined || picture === undefined
      ? ""
      : `/api/v1/projects/${project}/guidelines/pictures/${picture}`;
  }
  const entry = FAQ_LINK.exec(address)?.[1];
  if (entry !== undefined && project !== undefined) return `/projects/${project}/faq/${entry}`;
  return defaultUrlTransform(address);
}

type Element = NonNullable<ExtraProps["node"]>;
type Node = Element["children"][number];
export interface Root {
  readonly type: "root";
  children: Element["children"];
}

const TABLE_ROLES = {
  table: "table",
  thead: "rowgroup",
  tbody: "rowgroup",
  tr: "row",
  th: "columnheader",
  td: "cell",
};

/**
 * Gives each cell of a table the heading of its column, which narrow places show in the cell. Roles
 * are spelt out, as a table laid out in cards is none to a screen reader otherwise.
 */
export function labelCells() {
  return (root: Root) => {
    for (const [name, role] of Object.entries(TABLE_ROLES)) {
      for (const element of findAll(root.children, name)) element.properties.role = role;
    }
    // A corner without words heads no column.
    for (const heading of findAll(root.children, "th")) {
      if (textOf(heading).trim() === "") heading.properties.role = "cell";
    }
    for (const table of findAll(root.children, "table")) {
      const labels = findAll(table.children, "th").map((heading) => textOf(heading));
      for (const row of findAll(table.children, "tr")) {
        findAll(row.children, "td").forEach((cell, column) => {
          cell.properties.dataLabel = labels[column] ?? "";
        });
      }
    }
  };
}

/** All elements of a kind that are not within another of it. */
export function findAll(nodes: readonly Node[], tagName: string): Element[] {
  return nodes.flatMap((node) => {
    if (node.type !== "element") return [];
    return node.tagName === tagName ? [node] : findAll(node.children, tagName);
  });
}

/** The text of an element and all within. */
export function textOf(node: Node): string {
  if (node.type === "text") return node.value;
  return node.type === "element" ? node.children.map((child) => textOf(child)).join("") : "";
}

const COMPONENTS: Components = {
  // The page around the text has the first level of headings.
  h1: "h2",
  h2: "h3",
  h3: "h4",
  h4: "h5",
  h5: "h6",
  img: ({ src, alt }) =>
    typeof src === "string" && src !== "" ? (
      <img src={src} alt={alt ?? ""} className={classes.picture} loading="lazy" />
    ) : (
      <>{alt}</>
    ),
  a: ({ href = "", children }) =>
    href.startsWith("/projects/") ? (
      <Anchor component={Link} to={href} inherit>
        {children}
      </Anchor>
    ) : (
      <a href={href}>{children}</a>
    ),
};

/**
 * Markdown as text with headings, lists and tables, whose rows become cards where there is no room
 * for columns. HTML in it is shown as it was typed. With `project`, its pictures are shown and its
 * FAQ is linked; no picture from elsewhere ever is.
 */
export default function Markdown({ children, project }: { children: string; project?: string }) {
  return (
    <Typography className={classes.text}>
      <ReactMarkdown
        remarkPlugins={[remarkGfm]}
        rehypePlugins={[labelCells]}
        components={COMPONENTS}
        urlTransform={(address, attribute) => addressOf(address, attribute, project)}
      >
        {children}
      </ReactMarkdown>
    </Typography>
  );
}
