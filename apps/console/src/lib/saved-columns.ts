/** Which columns somebody has put out of their sight, by table, in this browser. */
import { useState } from 'react';

const storageKey = 'columns';

/** By table, the keys of its hidden columns; whatever else is stored there counts as nothing hidden. */
function readAll(): Record<string, unknown> {
  try {
    return { ...Object(JSON.parse(localStorage.getItem(storageKey) ?? '{}')) };
  } catch {
    return {};
  }
}

function read(table: string): readonly string[] {
  const hidden = readAll()[table];
  return Array.isArray(hidden) ? hidden.filter((key) => typeof key === 'string') : [];
}

function write(table: string, hidden: readonly string[]): void {
  const { [table]: _, ...others } = readAll();
  const all = hidden.length === 0 ? others : { ...others, [table]: hidden };
  try {
    if (Object.keys(all).length === 0) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, JSON.stringify(all));
  } catch {
    // The browser keeps no more: the choice lasts as long as the page.
  }
}

/** The hidden columns of a table: those that are kept, so that a column that is new is seen by everybody. */
export function useHiddenColumns(table: string): [readonly string[], (hidden: readonly string[]) => void] {
  const [hidden, setHidden] = useState(() => read(table));
  const change = (next: readonly string[]) => {
    write(table, next);
    setHidden(next);
  };
  return [hidden, change];
}
