import { Typography } from "@mantine/core";
import ReactMarkdown, { type Components } from "react-markdown";
import remarkGfm from "remark-gfm";

/** The page around the text has the first level of headings. */
const ONE_LEVEL_DOWN: Components = { h1: "h2", h2: "h3", h3: "h4", h4: "h5", h5: "h6" };

/** Markdown as text with headings, lists and tables. HTML in it is shown as it was typed. */
export default function Markdown({ children }: { children: string }) {
  return (
    <Typography>
      <ReactMarkdown remarkPlugins={[remarkGfm]} components={ONE_LEVEL_DOWN}>
        {children}
      </ReactMarkdown>
    </Typography>
  );
}
