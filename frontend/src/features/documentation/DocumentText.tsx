import { Anchor, Typography } from "@mantine/core";
import { type ReactNode, useMemo } from "react";
import ReactMarkdown, { type Components } from "react-markdown";
import { Link } from "react-router";
import remarkGfm from "remark-gfm";

import { findAll, labelCells, type Root, textOf } from "@/components/Markdown";
import markdown from "@/components/Markdown.module.css";

import classes from "./Documentation.module.css";
import { anchorOf, linkFrom, nameInWords, pictureAt } from "./documents";

/** Gives headings the names by which links ask for them. */
function nameHeadings() {
  return (root: Root) => {
    for (const level of ["h2", "h3", "h4"]) {
      for (const heading of findAll(root.children, level)) {
        heading.properties.id = anchorOf(textOf(heading));
      }
    }
  };
}

function componentsIn(name: string): Components {
  return {
    // The page shows the title itself.
    h1: () => null,
    img: ({ src, alt }) => {
      const folder = name.includes("/") ? name.slice(0, name.lastIndexOf("/") + 1) : "";
      const at = pictureAt(`${folder}${typeof src === "string" ? src : ""}`);
      return <img src={at} alt={alt ?? ""} className={markdown.picture} loading="lazy" />;
    },
    a: ({ href = "", children }: { href?: string; children?: ReactNode }) => {
      const to = linkFrom(name, href);
      if (to === "") return <>{children}</>;
      return to.startsWith("/docs") ? (
        <Anchor component={Link} to={to} inherit>
          {typeof children === "string" && children.endsWith(".md")
            ? nameInWords(children.slice(0, -".md".length))
            : children}
        </Anchor>
      ) : (
        <a href={to}>{children}</a>
      );
    },
  };
}

interface DocumentTextProps {
  readonly name: string;
  readonly children: string;
}

/** A document below its title. */
export function DocumentText({ name, children }: DocumentTextProps) {
  const components = useMemo(() => componentsIn(name), [name]);
  return (
    <Typography className={`${markdown.text ?? ""} ${classes.text ?? ""}`}>
      <ReactMarkdown
        remarkPlugins={[remarkGfm]}
        rehypePlugins={[labelCells, nameHeadings]}
        components={components}
        urlTransform={(address) => address}
      >
        {children}
      </ReactMarkdown>
    </Typography>
  );
}
