/**
 * Which failures somebody shows already. An app tells its user of every failed call in one place; whatever stands
 * in a page in its own words, where it happened, must not be told a second time.
 */
const shown = new WeakSet<object>();

/** Said by what shows a failure in its own place. */
export function markShown(problem: unknown): void {
  if (typeof problem === 'object' && problem !== null) shown.add(problem);
}

export function isShown(problem: unknown): boolean {
  return typeof problem === 'object' && problem !== null && shown.has(problem);
}
