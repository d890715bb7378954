/** A value that the server put into the page's head; "" when it was not filled in. */
export function readPageMeta(name: "csp-nonce" | "demo" | "empty" | "mail" | "sso"): string {
  const content = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? "";
  return content.startsWith("__") ? "" : content;
}
