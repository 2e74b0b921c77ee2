/** Tables for download: their columns, in the reader's language, and their rows page by page. */
import type { InterfaceLanguage } from '@parley/contract';
import type { FileAnswer } from '../http/file-answer.ts';
import type { TableColumn, TableRow } from './table.ts';
import { workbook } from './workbook.ts';

export type SheetTexts = Readonly<Record<InterfaceLanguage, string>>;
export const text = (zh: string, en: string): SheetTexts => ({ 'zh-CN': zh, 'en-US': en });

export type Field<Item> = {
  title: SheetTexts;
  kind: TableColumn['kind'];
  width: number;
  value(item: Item, language: InterfaceLanguage, toWall: ToWall): string | number | null;
};
/** Converts a time to the ms that a wall clock in the workspace's time zone shows. */
type ToWall = (ms: number) => number;

/** Returns a column of texts, `width` characters wide. */
export const textField = <Item>(
  title: SheetTexts,
  width: number,
  value: Field<Item>['value'],
): Field<Item> => ({
  title,
  kind: 'text',
  width,
  value,
});

/** Returns a column of texts of the interface, such as a state, `width` characters wide. */
export const choiceField = <Item>(
  title: SheetTexts,
  width: number,
  value: (item: Item) => SheetTexts,
): Field<Item> => textField(title, width, (item, language) => value(item)[language]);

const yes = text('是', 'Yes');
const no = text('否', 'No');

/** Returns a column that says yes or no. */
export const flagField = <Item>(title: SheetTexts, value: (item: Item) => boolean, width = 14): Field<Item> =>
  choiceField(title, width, (item) => (value(item) ? yes : no));

/** Returns a column of whole numbers. */
export const countField = <Item>(title: SheetTexts, value: (item: Item) => number | null): Field<Item> => ({
  title,
  kind: 'count',
  width: 14,
  value,
});

/** Returns a column of times in the workspace's time zone. `value` returns milliseconds since the epoch. */
export const timeField = <Item>(title: SheetTexts, value: (item: Item) => number | null): Field<Item> => ({
  title,
  kind: 'time',
  width: 20,
  value: (item, _, toWall) => {
    const at = value(item);
    return at === null ? null : toWall(at);
  },
});

export type Sheet<Item> = {
  name: string;
  /** Contains today's date in the workspace's time zone. */
  fileName: string;
  columns: TableColumn[];
  row(item: Item): TableRow;
};

export type SheetReader = { language: InterfaceLanguage; timeZone: string; now: number };

export function sheetOf<Item>(
  name: SheetTexts,
  fields: readonly Field<Item>[],
  { language, timeZone, now }: SheetReader,
): Sheet<Item> {
  const toWall = wallClock(timeZone);
  const today = new Date(toWall(now)).toISOString().slice(0, 10);
  return {
    name: name[language],
    fileName: `${name[language]} ${today}.xlsx`,
    columns: fields.map(({ title, kind, width }) => ({
      // Spreadsheets have no time zones: the title names the zone of times and days.
      title: kind === 'time' || kind === 'day' ? `${title[language]} (${timeZone})` : title[language],
      kind,
      width,
    })),
    row: (item) => fields.map(({ value }) => value(item, language, toWall)),
  };
}

const quarterMs = 15 * 60_000;

/** Time zones change their offset on quarter hours, so one offset is valid for a whole quarter. */
function wallClock(timeZone: string): ToWall {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  const offsets = new Map<number, number>();
  return (ms) => {
    const quarter = Math.floor(ms / quarterMs);
    let offset = offsets.get(quarter);
    if (offset === undefined) {
      offset = offsetOf(format.formatToParts(quarter * quarterMs));
      // Neighboring rows share a quarter; a long table must not cache them all.
      if (offsets.size > 1_000) offsets.clear();
      offsets.set(quarter, offset);
    }
    return ms + offset;
  };
}

/** Converts `GMT+05:30` to ms. */
function offsetOf(parts: readonly Intl.DateTimeFormatPart[]): number {
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours, minutes = '0', seconds = '0'] = /GMT([+-])(\d\d):?(\d\d)?:?(\d\d)?/.exec(name) ?? [];
  const ms = ((Number(hours ?? 0) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
  return sign === '-' ? -ms : ms;
}

/** Rows per query: few enough to be discarded with the next, many enough that the cost per query is small. */
const batchSize = 500;

export type ReadRows<Item> = (place: {
  cursor: string | undefined;
  pageSize: number;
}) => Promise<{ list: Item[]; nextCursor: string | null }>;

/**
 * Reads page by page, so that no transaction stays open for a client that takes an hour. The first page is read
 * before the response starts, so that a failure there is still an envelope.
 */
export async function spreadsheet<Item>(
  sheet: Sheet<Item>,
  now: number,
  read: ReadRows<Item>,
): Promise<FileAnswer> {
  const first = await read({ cursor: undefined, pageSize: batchSize });
  async function* batches() {
    for (let page = first; ; ) {
      yield page.list.map(sheet.row);
      if (page.nextCursor === null) return;
      page = await read({ cursor: page.nextCursor, pageSize: batchSize });
    }
  }
  const { name, fileName, columns } = sheet;
  return { fileName, body: workbook({ sheetName: name, columns, batches: batches(), now }) };
}
