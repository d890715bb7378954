import { gzipSync } from "node:zlib";

import { afterEach, expect, test, vi } from "vitest";

import { loadPage, type CarriedRendering } from "./pageLoading";

const ADDRESS = "/api/v1/assignments/1/page/";
const HTML = '<!DOCTYPE html><html lang="en"><body><p data-c="0">Brücke</p></body></html>';

afterEach(() => {
  document.body.replaceChildren();
});

function carried(html: string): CarriedRendering {
  return { frame_url: "/api/frame/?v=1", gzip: gzipSync(html).toString("base64") };
}

/** A frame that the test loads by itself, with the empty document in it or an error. */
function frameWith(content: "empty" | "error"): HTMLIFrameElement {
  const frame = document.createElement("iframe");
  document.body.append(frame);
  if (content === "empty") frame.contentDocument?.documentElement.setAttribute("data-empty", "");
  let src = "";
  Object.defineProperty(frame, "src", { get: () => src, set: (to: string) => (src = to) });
  return frame;
}

test("a rendering that came in an answer fills the empty document", async () => {
  const frame = frameWith("empty");
  const loaded = vi.fn();
  loadPage(frame, { address: ADDRESS, carried: carried(HTML) }, loaded);
  expect(frame.src).toBe("/api/frame/?v=1");
  frame.dispatchEvent(new Event("load"));
  await vi.waitFor(() => {
    expect(loaded).toHaveBeenCalledOnce();
  });
  expect(frame.contentDocument?.documentElement.lang).toBe("en");
  expect(frame.contentDocument?.querySelector("[data-c]")?.textContent).toBe("Brücke");
});

test.each([
  ["the frame has an error", "error", carried(HTML)],
  ["it can't be unpacked", "empty", { ...carried(HTML), gzip: "AAAA" }],
] as const)("the server is asked where %s", async (_reason, content, rendering) => {
  const frame = frameWith(content);
  const loaded = vi.fn();
  loadPage(frame, { address: ADDRESS, carried: rendering }, loaded);
  frame.dispatchEvent(new Event("load"));
  await vi.waitFor(() => {
    expect(frame.src).toBe(ADDRESS);
  });
  expect(loaded).not.toHaveBeenCalled();
  frame.dispatchEvent(new Event("load"));
  expect(loaded).toHaveBeenCalledOnce();
});

test("a page that is left while it loads is not shown any more", async () => {
  const [left, next] = [frameWith("empty"), frameWith("empty")];
  const [leftLoaded, nextLoaded] = [vi.fn(), vi.fn()];
  const stop = loadPage(left, { address: ADDRESS, carried: carried(HTML) }, leftLoaded);
  loadPage(next, { address: ADDRESS, carried: carried(HTML) }, nextLoaded);
  left.dispatchEvent(new Event("load"));
  stop();
  next.dispatchEvent(new Event("load"));
  await vi.waitFor(() => {
    expect(nextLoaded).toHaveBeenCalledOnce();
  });
  expect(left.contentDocument?.documentElement.hasAttribute("data-empty")).toBe(true);
  expect(leftLoaded).not.toHaveBeenCalled();
});
