/** The visitors of a report as a spreadsheet table, in the reader's language. */
import type { InterfaceLanguage } from '@parley/contract';
import type { ReportVisitor } from '@parley/contract/split-reports';
import {
  choiceField,
  type Field,
  type Sheet,
  type SheetReader,
  type SheetTexts,
  sheetOf,
  text,
  textField,
  timeField,
} from '../../../base/spreadsheet/sheet.ts';
import type { VisitorPage } from './reading.ts';

type VisitorField = Field<ReportVisitor>;

const devices: Readonly<Record<ReportVisitor['device'], SheetTexts>> = {
  mobile: text('手机', 'Phone'),
  tablet: text('平板', 'Tablet'),
  desktop: text('电脑', 'Computer'),
  other: text('其他', 'Other'),
};
const other = text('其他', 'Other');
const named = (name: string, language: InterfaceLanguage) => (name === 'other' ? other[language] : name);

function regionOf({ country, city }: ReportVisitor, language: InterfaceLanguage): string | null {
  if (country === null) return null;
  const name = new Intl.DisplayNames(language, { type: 'region' }).of(country) ?? country;
  return city === null ? name : `${name} · ${city}`;
}

const fields: readonly VisitorField[] = [
  timeField(text('首次访问', 'First visit'), ({ at }) => at),
  timeField(text('最近访问', 'Last visit'), ({ lastAt }) => lastAt),
  textField(text('访问链接', 'Access link'), 36, ({ url }) => url),
  textField(text('地区', 'Region'), 24, regionOf),
  textField(text('IP', 'IP address'), 20, ({ address }) => address),
  choiceField(text('设备', 'Device'), 12, ({ device }) => devices[device]),
  textField(text('操作系统', 'System'), 14, ({ system }, language) => named(system, language)),
  textField(text('浏览器', 'Browser'), 18, ({ browser }, language) => named(browser, language)),
  { title: text('点击次数', 'Clicks'), kind: 'count', width: 12, value: ({ visits }) => visits },
];

export const visitorSheet = (reader: SheetReader): Sheet<ReportVisitor> =>
  sheetOf(text('分流访客', 'Split link visitors'), fields, reader);

/** Maximum number of visitor rows in a spreadsheet; the latest are kept. */
const maxRows = 200_000;

/** Wraps a page reader so that it ends after `maxRows`. */
export function upToMostRows<Place>(read: (place: Place) => Promise<VisitorPage>) {
  let rows = 0;
  return async (place: Place): Promise<VisitorPage> => {
    const page = await read(place);
    rows += page.list.length;
    return rows < maxRows ? page : { ...page, nextCursor: null };
  };
}
