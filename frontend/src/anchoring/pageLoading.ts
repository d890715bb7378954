import { putOffFar } from "./farBlocks";

/** A rendering that came in an answer. */
export interface CarriedRendering {
  /** Where an empty document with the page's policy is. */
  readonly frame_url: string;
  /** HTML, compressed, in base64. */
  readonly gzip: string;
}

interface Source {
  /** Where the server has the rendering. */
  readonly address: string;
  /** The same where it is here already. */
  readonly carried: CarriedRendering | null;
}

/** Browsers from before 2023 can't unpack a rendering. */
export function canUnpack(): boolean {
  return "DecompressionStream" in globalThis;
}

/**
 * Loads a rendering into a frame. `onLoad` is called once it is in there, or something is that the
 * server answered instead. Returns what stops it.
 *
 * A rendering that is here already goes into an empty document from the server, since only that
 * has the page's policy: whatever a script opens has the application's.
 */
export function loadPage(
  frame: HTMLIFrameElement,
  { address, carried }: Source,
  onLoad: () => void,
): () => void {
  const loading = new AbortController();
  let waiting = carried;
  const askServer = () => {
    waiting = null;
    if (!loading.signal.aborted) frame.src = address;
  };
  const handleLoad = () => {
    if (!waiting) {
      onLoad();
      return;
    }
    unpack(waiting.gzip).then((html) => {
      if (loading.signal.aborted) return;
      if (fill(frame.contentDocument, html)) onLoad();
      else askServer();
    }, askServer);
  };
  frame.addEventListener("load", handleLoad, { signal: loading.signal });
  frame.src = carried?.frame_url ?? address;
  return () => {
    loading.abort();
  };
}

async function unpack(gzip: string): Promise<string> {
  const packed = Uint8Array.from(atob(gzip), (character) => character.charCodeAt(0));
  const unpacked = new Response(packed).body?.pipeThrough(new DecompressionStream("gzip"));
  return new Response(unpacked).text();
}

/** Puts HTML into the empty document. False for any other document, such as an error. */
function fill(empty: Document | null, html: string): boolean {
  const view = empty?.defaultView;
  if (!view || !empty.documentElement.hasAttribute("data-empty")) return false;
  // The frame's own parser: what it makes is under the frame's policy, and no script is run.
  const parsed = new view.DOMParser().parseFromString(html, "text/html");
  putOffFar(parsed);
  empty.replaceChild(empty.adoptNode(parsed.documentElement), empty.documentElement);
  return true;
}
