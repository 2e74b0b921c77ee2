import type { __Noun__Row, __Nouns__Store } from './service.ts';

/** The store in memory, with the one promise that the rules build on: a name is unique in its workspace. */
export function fake__Nouns__Store(): __Nouns__Store<null> & { rows: __Noun__Row[] } {
  const rows: __Noun__Row[] = [];
  return {
    rows,
    insert: async (_running, row) => {
      const taken = rows.some((other) => other.workspaceId === row.workspaceId && other.name === row.name);
      if (!taken) rows.push(row);
      return !taken;
    },
  };
}
