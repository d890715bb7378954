import { fileURLToPath } from "node:url";

import { defineConfig } from "vite";

/** The program of a gallery: static files that work in any folder of any web server. */
export default defineConfig({
  root: fileURLToPath(new URL("./src/gallery", import.meta.url)),
  base: "./",
  publicDir: false,
  css: { postcss: {} },
  build: {
    // Its pages are written by annotator/publishing/gallery/, which copies this folder.
    outDir: fileURLToPath(new URL("./dist/gallery", import.meta.url)),
    emptyOutDir: true,
    assetsDir: "program",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
