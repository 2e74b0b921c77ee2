/**
 * Failures that a component already shows. An app reports all failed calls in one place; a failure that a page displays
 * where it happened must not be reported twice.
 */
const shown = new WeakSet<object>();

/** Marks a failure as shown by its own component. */
export function markShown(problem: unknown): void {
  if (typeof problem === 'object' && problem !== null) shown.add(problem);
}

export function isShown(problem: unknown): boolean {
  return typeof problem === 'object' && problem !== null && shown.has(problem);
}
