const syntax = /[\\^$.*+?()[\]{}|/]/g;

/** Returns where a name contains the text that is searched for, as the server finds it: whatever the capitals. */
export function placesIn(name: string, search: string): [start: number, end: number][] {
  const text = search.trim();
  if (text === '') return [];
  const found = name.matchAll(new RegExp(text.replace(syntax, '\\$&'), 'giu'));
  return [...found].map(({ index, 0: { length } }) => [index, index + length]);
}
