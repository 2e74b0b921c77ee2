/** Builds workbooks part by part, for tests: as a spreadsheet would write them, or as an attacker would. */
import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import yazl from 'yazl';

export type WorkbookParts = Readonly<Record<string, string | Buffer | Readable>>;

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

export const sheetXml = (rows: string): string =>
  `${head}<worksheet ${main}><sheetData>${rows}</sheetData></worksheet>`;

export const sharedXml = (items: readonly string[]): string =>
  `${head}<sst ${main}>${items.map((item) => `<si><t>${item}</t></si>`).join('')}</sst>`;

/** Returns the parts around a sheet. */
export function partsOf(sheet: string | Readable, shared: string | Readable = sharedXml([])): WorkbookParts {
  return {
    'xl/workbook.xml': `${head}<workbook ${main} xmlns:r="${office}"><sheets><sheet name="People" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${head}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': sheet,
    'xl/sharedStrings.xml': shared,
  };
}

export async function writeWorkbook(path: string, parts: WorkbookParts): Promise<void> {
  const zip = new yazl.ZipFile();
  for (const [name, content] of Object.entries(parts)) {
    if (typeof content === 'string') zip.addBuffer(Buffer.from(content), name);
    else if (Buffer.isBuffer(content)) zip.addBuffer(content, name);
    else zip.addReadStream(content, name);
  }
  zip.end();
  // yazl's types name only the interface; the object is a PassThrough.
  await pipeline(zip.outputStream as Readable, createWriteStream(path));
}
