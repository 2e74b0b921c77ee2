const syntax = /[\\^$.*+?()[\]{}|/]/g;

/** Returns the ranges where a name contains the search text, matched as on the server: ignoring case. */
export function placesIn(name: string, search: string): [start: number, end: number][] {
  const text = search.trim();
  if (text === '') return [];
  const found = name.matchAll(new RegExp(text.replace(syntax, '\\$&'), 'giu'));
  return [...found].map(({ index, 0: { length } }) => [index, index + length]);
}
