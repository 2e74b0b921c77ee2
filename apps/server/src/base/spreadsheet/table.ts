/** The contents of a spreadsheet. */

/** `day` and `time` are ms since the epoch, as a wall clock shows them. */
export type CellKind = 'text' | 'count' | 'day' | 'time';
/** `width` in characters. */
export type TableColumn = { title: string; kind: CellKind; width: number };
/** A value for each column; null: empty. */
export type TableRow = readonly (string | number | null)[];
