import "@fontsource-variable/inter/wght.css";
import "@fontsource-variable/source-serif-4/wght.css";
import "@mantine/core/styles.layer.css";
import "@mantine/notifications/styles.layer.css";
import "@/app/global.css";

import { setNonce } from "get-nonce";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";

import { App } from "@/app/App";
import { readPageMeta } from "@/components/pageMeta";

// The code that keeps the page from scrolling below a dialog adds a style, which needs the nonce.
setNonce(readPageMeta("csp-nonce"));

const root = document.getElementById("root");
if (root === null) throw new Error("The page has no #root element.");

createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
