/**
 * The edited fields that differ from the stored ones, lists by what is in them. A form that keeps
 * only its edits and sends only these never undoes another lead's changes.
 */
export function changedFields<Values extends object>(
  stored: Values,
  edits: Partial<Values>,
): Partial<Values> {
  const changed = Object.entries(edits).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(stored[name as keyof Values]),
  );
  return Object.fromEntries(changed) as Partial<Values>;
}
