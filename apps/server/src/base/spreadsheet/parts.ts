/**
 * The XML parts of a workbook, by ECMA-376 (Office Open XML), part 1, section 18, SpreadsheetML. Texts are in the
 * cells themselves (`inlineStr`), so that rows need no shared state.
 */
import type { CellKind, TableColumn, TableRow } from './table.ts';

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packaged = 'http://schemas.openxmlformats.org/package/2006';
const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Indexes of the cell formats in `styles`. */
const style: Readonly<Record<CellKind | 'title', number>> = { text: 1, count: 2, day: 3, time: 4, title: 5 };

/**
 * Texts have `quotePrefix`, as if typed after an apostrophe: they remain texts even when a cell is edited, and even
 * if they begin like a formula.
 */
export const styles = `${head}<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="6"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" quotePrefix="1"/><xf numFmtId="3" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

export const rootRelations = `${head}<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;

const each = (sheets: number, part: (n: number) => string) =>
  Array.from({ length: sheets }, (_, index) => part(index + 1)).join('');

export const contentTypes = (sheets: number) =>
  `${head}<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${sheetType}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${sheetType}.styles+xml"/>${each(sheets, (n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${sheetType}.worksheet+xml"/>`)}</Types>`;

export const workbookRelations = (sheets: number) =>
  `${head}<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId0" Type="${office}/styles" Target="styles.xml"/>${each(sheets, (n) => `<Relationship Id="rId${n}" Type="${office}/worksheet" Target="worksheets/sheet${n}.xml"/>`)}</Relationships>`;

/** With several sheets, each has its number after the name. */
export const workbookXml = (name: string, sheets: number) =>
  `${head}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${each(sheets, (n) => `<sheet name="${escaped(sheets === 1 ? name : `${name} ${n}`)}" sheetId="${n}" r:id="rId${n}"/>`)}</sheets></workbook>`;

/** Returns everything before the first row of data; freezes the title row. */
export function sheetStart(columns: readonly TableColumn[]): string {
  const widths = columns.map(
    ({ width }, i) => `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`,
  );
  const titles = columns.map(({ title }, i) => textCell(`${letters(i)}1`, title, style.title));
  return `${head}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData><row r="1">${titles.join('')}</row>`;
}

export const sheetEnd = '</sheetData></worksheet>';

/** @param number the row's place in its sheet, from 1 */
export function rowXml(columns: readonly TableColumn[], row: TableRow, number: number): string {
  let cells = '';
  for (const [index, { kind }] of columns.entries()) {
    const value = row[index];
    if (value === null || value === undefined || value === '') continue;
    const place = `${letters(index)}${number}`;
    if (typeof value === 'string') cells += textCell(place, value, style.text);
    else cells += `<c r="${place}" s="${style[kind]}"><v>${numberOf(kind, value)}</v></c>`;
  }
  return `<row r="${number}">${cells}</row>`;
}

function textCell(place: string, text: string, format: number): string {
  return `<c r="${place}" s="${format}" t="inlineStr"><is><t xml:space="preserve">${escaped(text.slice(0, 32_767))}</t></is></c>`;
}

const dayMs = 86_400_000;
/** Days are counted from 1899-12-30, so that the format's fictitious 1900-02-29 doesn't shift later days. */
const epoch = 25_569;

/** Converts days and times from ms since the epoch, already in local time: spreadsheets have no time zones. */
function numberOf(kind: CellKind, value: number): number {
  if (kind === 'day') return Math.floor(value / dayMs) + epoch;
  // Rounded to seconds, the format's precision.
  if (kind === 'time') return Math.round(value / 1000) / 86_400 + epoch;
  return value;
}

const letters = (index: number): string =>
  (index < 26 ? '' : letters(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26));

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/**
 * Escapes text for XML: U+FFFD replaces characters that XML can't represent, and text that looks like the format's
 * own escape (`_x0041_`) is escaped.
 */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/_(?=x[0-9a-fA-F]{4}_)/g, '_x005F_')
    .replaceAll(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu, '\ufffd')
    .replaceAll('\r', '_x000D_')
    .replaceAll(/[&<>"]/g, (one) => entities[one] ?? one);
}
