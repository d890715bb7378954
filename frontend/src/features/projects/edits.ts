/**
 * Those of the edited fields that say something else than what is stored. A form that keeps only
 * its edits and sends only these takes nothing back that another lead has changed meanwhile.
 */
export function changedFields<Values extends object>(
  stored: Values,
  edits: Partial<Values>,
): Partial<Values> {
  const changed = Object.entries(edits).filter(
    ([name, value]) => value !== stored[name as keyof Values],
  );
  return Object.fromEntries(changed) as Partial<Values>;
}
