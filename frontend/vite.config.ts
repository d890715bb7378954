import { fileURLToPath } from "node:url";

import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

import manifest from "./package.json" with { type: "json" };

const backend = process.env.BACKEND ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [react()],
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
        // Small files are more bytes in their frames and headers than in their lines. The second group
        // is what all screens for answering share, with what it imports.
        codeSplitting: {
          groups: [
            { name: "icons", test: /@tabler.icons-react/, minShareCount: 4 },
            { name: "answering", test: /src.annotating./, minShareCount: 2 },
          ],
        },
      },
    },
  },
  server: {
    // Django compares the request's origin with the host it was sent to, so the host stays.
    proxy: { "/api": { target: backend, changeOrigin: false } },
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
