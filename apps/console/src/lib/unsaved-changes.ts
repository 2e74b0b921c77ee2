/** Tracks which open pages have unsaved input, so that it isn't lost without a confirmation. */
import { useInsertionEffect } from 'react';
import { useLocation } from 'react-router';

const holders = new Map<object, string>();

/** True when closing or reloading the page at this path would lose input; without a path: any page. */
export function hasUnsaved(path?: string): boolean {
  return path === undefined ? holders.size > 0 : [...holders.values()].includes(path);
}

/** Triggers the browser's own confirmation before the console is unloaded; its wording is the browser's. */
function askBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

function hold(holder: object, path: string): () => void {
  holders.set(holder, path);
  window.addEventListener('beforeunload', askBeforeLeaving);
  return () => {
    holders.delete(holder);
    if (holders.size === 0) window.removeEventListener('beforeunload', askBeforeLeaving);
  };
}

/**
 * Marks the surrounding page as having unsaved entries, also while it is in a background tab: React cleans up ordinary
 * effects of a hidden page, but not insertion effects. The path is that of the page, not of the visible tab.
 */
export function useUnsaved(unsaved: boolean): void {
  const { pathname: path } = useLocation();
  useInsertionEffect(() => (unsaved ? hold({}, path) : undefined), [unsaved, path]);
}

/** Drops blank values: a field that was cleared may hold an empty text, null or an empty list. */
const withoutBlanks = (_: string, value: unknown) =>
  value === '' || value === null || (Array.isArray(value) && value.length === 0) ? undefined : value;

const textOf = (value: unknown): string | undefined => JSON.stringify(value, withoutBlanks);

/** True when a form's values differ from the saved ones; fields that were not saved are ignored. */
export function differs(values: object | undefined, saved: object): boolean {
  if (values === undefined) return false;
  const entered = new Map<string, unknown>(Object.entries(values));
  return Object.entries(saved).some(
    ([name, value]) => entered.has(name) && textOf(entered.get(name)) !== textOf(value),
  );
}

/** True when any of a form's values isn't blank. */
export function isFilled(values: object | undefined): boolean {
  return Object.values(values ?? {}).some((value) => textOf(value) !== undefined);
}
