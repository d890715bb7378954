const MOST_CHARACTERS = 64;

/** A project's short name made from its title: *Réunion, 2nd round* gives `reunion-2nd-round`. */
export function slugFromTitle(title: string): string {
  return title
    .normalize("NFKD")
    .replace(/\p{Mark}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, MOST_CHARACTERS)
    .replace(/-+$/, "");
}

/** Why a short name can't be used, or null. */
export function slugProblem(slug: string): string | null {
  if (slug === "") return "Give the project a short name for its address.";
  if (!/^[a-z0-9-_]+$/i.test(slug)) return "Use letters, digits, - and _ only.";
  if (slug === "new") return "This name is taken by the page you are on. Choose another.";
  return null;
}
