import { fileURLToPath } from "node:url";

import react from "@vitejs/plugin-react";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

import manifest from "./package.json" with { type: "json" };

/** What the screens for answering share, also small parts that many other pages share with them. */
const ANSWERING =
  /src.(annotating|anchoring).|src.kinds.(kinds|[a-z-]+.(kind|describe))\.|components.(states|badReasons|answerSummary|boxNames)|api.training|@tanstack|@mantine.hooks|@mantine.core.esm.(core|utils|components.(Card|Center|Overlay|Stack)).|rolldown.runtime|use-callback-ref|Icon(School|CircleDashed|Trash)/;

const backend = process.env.BACKEND ?? "http://127.0.0.1:8000";

/**
 * Mantine's scroll area, which each dialog brings along, takes one function out of a library of
 * 16 kB that only menus need. This gives it that function alone.
 */
const mergeRefsAlone: Plugin = {
  name: "merge-refs-alone",
  enforce: "pre",
  resolveId(source, importer) {
    const isAsked = source === "@floating-ui/react" && importer?.endsWith("/ScrollArea.mjs");
    return isAsked
      ? fileURLToPath(new URL("./src/components/mergeRefs.ts", import.meta.url))
      : null;
  },
};

export default defineConfig({
  plugins: [mergeRefsAlone, react()],
  base: "/static/",
  define: { __CLIENT_VERSION__: JSON.stringify(manifest.version) },
  resolve: {
    alias: { "@": fileURLToPath(new URL("./src", import.meta.url)) },
  },
  build: {
    outDir: "dist",
    // tests/e2e/test_annotation_route.py adds up what a page loads.
    manifest: true,
    // The content security policy allows fonts and styles from our own address only, so no data: URIs.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        entryFileNames: "assets/app-[hash].js",
        chunkFileNames: "assets/[name]-[hash].js",
        assetFileNames: "assets/[name]-[hash][extname]",
        // Small files are more bytes in their frames and headers than in their lines. What
        // the screens for answering share takes along what it imports; what is late doesn't, since
        // the application would then load it at once.
        codeSplitting: {
          groups: [
            { name: "icons", test: /@tabler.icons-react/, minShareCount: 4 },
            { name: "answering", test: ANSWERING, minShareCount: 2 },
            {
              name: "long-form",
              test: /src.long-form.|components.(webAddress|Combobox.ComboboxChevron)/,
              minShareCount: 2,
              includeDependenciesRecursively: false,
            },
            {
              name: "menus",
              test: /@floating-ui.(react|dom|core|utils)|core.esm.components.(Menu|Popover)./,
              includeDependenciesRecursively: false,
            },
            {
              name: "dialogs",
              test: /components.(lateDialogs|mergeRefs|Checkbox|Drawer|FocusTrap|Modal|ModalBase|ScrollArea)./,
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
  },
  server: {
    // Django compares the request's origin with the host it was sent to, so the host stays.
    proxy: { "/api": { target: backend, changeOrigin: false } },
    // The documentation lies beside the front end.
    fs: { allow: [".", "../docs"] },
  },
  test: {
    environment: "jsdom",
    setupFiles: ["./src/test/setup.ts"],
    include: ["src/**/*.test.{ts,tsx}"],
    restoreMocks: true,
    env: { TEST_SIZE: process.env.TEST_SIZE ?? "short" },
    // Making a document and reading Mantine anew for each file took most of the time.
    isolate: false,
    // What a test waits for comes at once, except on a machine that is busy with something else.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    maxWorkers: "100%",
    // Documents are made and thrown away all the time: with more room for young objects, collecting
    // them takes a tenth less of the processor.
    execArgv: ["--max-semi-space-size=128"],
    css: false,
    coverage: { include: ["src/**"] },
  },
});
