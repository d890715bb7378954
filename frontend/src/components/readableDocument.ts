/** A frame's document when it is a rendering of ours, not an error. */
export function readableDocument(frame: HTMLIFrameElement): Document | null {
  try {
    const document = frame.contentDocument;
    return document?.querySelector("[data-t], [data-c]") ? document : null;
  } catch {
    return null;
  }
}
