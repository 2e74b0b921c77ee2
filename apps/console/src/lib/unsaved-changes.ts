/** Keeps which opened pages hold unsaved input, so that it isn't lost without a question. */
import { useInsertionEffect } from 'react';
import { useLocation } from 'react-router';

const holders = new Map<object, string>();

/** True when the page at this path would lose something if it were closed or loaded again; without one: any page. */
export function hasUnsaved(path?: string): boolean {
  return path === undefined ? holders.size > 0 : [...holders.values()].includes(path);
}

/** The browser's own question before the whole console goes; its wording is the browser's. */
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
 * Says that a form of the page around it holds unsaved entries. It goes on saying so while the page rests in a tab
 * behind: React takes down ordinary effects of a hidden page, but not this kind, and its address is its own.
 */
export function useUnsaved(unsaved: boolean): void {
  const { pathname: path } = useLocation();
  useInsertionEffect(() => (unsaved ? hold({}, path) : undefined), [unsaved, path]);
}

/** Leaves out what is blank: a field that was emptied again may hold an empty text, null or an empty list. */
const withoutBlanks = (_: string, value: unknown) =>
  value === '' || value === null || (Array.isArray(value) && value.length === 0) ? undefined : value;

const textOf = (value: unknown): string | undefined => JSON.stringify(value, withoutBlanks);

/** True when a form's values differ from those that were saved; only what was saved is compared. */
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
