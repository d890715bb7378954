import { Anchor, Typography } from "@mantine/core";
import ReactMarkdown, { type Components, defaultUrlTransform } from "react-markdown";
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
 * Markdown as text with headings, lists and tables. HTML in it is shown as it was typed. With
 * `project`, its pictures are shown and its FAQ is linked; no picture from elsewhere ever is.
 */
export default function Markdown({ children, project }: { children: string; project?: string }) {
  return (
    <Typography>
      <ReactMarkdown
        remarkPlugins={[remarkGfm]}
        components={COMPONENTS}
        urlTransform={(address, attribute) => addressOf(address, attribute, project)}
      >
        {children}
      </ReactMarkdown>
    </Typography>
  );
}
