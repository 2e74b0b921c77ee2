import { randomUUID } from 'node:crypto';
import type { RequestOf } from '@parley/contract';
import * as auditApi from '@parley/contract/audit';
import * as api from '@parley/contract/split-links';
import { spreadsheetMediaType } from '@parley/contract/values';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { workbook } from '../../../base/spreadsheet/workbook.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import type { TestOwner } from '../../../testing/test-people.ts';
import { createUploads } from '../../../testing/test-uploads.ts';

let app: TestApp;
let owner: TestOwner;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  owner = await app.registerOwner({ characters: 0 });
});

const settings = {
  platform: 'telegram',
  eligibility: 'full',
  mode: 'sequential',
  bindsAddress: false,
  defaultUrl: null,
  pageText: '',
  remark: 'Leaflets',
  expiresAt: null,
} as const;
type Body = RequestOf<typeof api.createSplitLinks>['body'];
const bodyOf = (names: readonly string[], batchId: string = randomUUID()): Body => ({
  ...settings,
  batchId,
  links: names.map((name) => ({ name, urls: ['https://t.me/ana', 'https://t.me/ben'] })),
});
const create = (body: Body) => app.call(api.createSplitLinks, { body }, owner.token);
const page = () => app.call(api.splitLinkPage, { query: {} }, owner.token);

it('creates many links at once, and none when the request is repeated', async () => {
  const body = bodyOf(['Leaflet 1', 'Leaflet 2', 'Leaflet 3']);
  const answers = await Promise.all([create(body), create(body)]);
  expect(answers[0]).toEqual(answers[1]);
  expect(answers[0]?.list.map(({ name, targetCount, remark }) => [name, targetCount, remark])).toEqual(
    ['Leaflet 1', 'Leaflet 2', 'Leaflet 3'].map((name) => [name, 2, 'Leaflets']),
  );
  expect((await page()).total).toBe(3);
  const { list } = await app.call(auditApi.auditLogPage, { query: {} }, owner.token);
  expect(list.filter(({ action }) => action === 'split-link.created')).toHaveLength(3);
  const answer = await fetch(`${app.url}${api.exportSplitLinks.path}?batchId=${body.batchId}`, {
    headers: { authorization: `Bearer ${owner.token}` },
  });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, spreadsheetMediaType]);
  const stranger = await app.registerOwner({ characters: 0 });
  const foreign = await app.send(api.exportSplitLinks, { query: { batchId: body.batchId } }, stranger.token);
  expect(foreign.status).toBe(404);
});

it('creates none of the links if one can’t be created', async () => {
  await create(bodyOf(['Leaflet 2']));
  const names = ['Leaflet 1', 'LEAFLET 2'];
  const check = { body: { names } };
  expect(await app.call(api.checkSplitLinkNames, check, owner.token)).toEqual({
    taken: [1],
    left: api.splitLinkLimits.workspace - 1,
  });
  await expect(create(bodyOf(names))).rejects.toMatchObject({ error: 'split-link.name-taken' });
  expect((await page()).total).toBe(1);
});

it.each([
  ['ΟΔΟΣ', 'οδοσ'],
  ['İzmir', 'izmir'],
])('takes %s and %s for one name, as the database does', async (name, other) => {
  const twice = create(bodyOf([name, other]));
  await expect(twice).rejects.toMatchObject({ error: 'split-link.name-taken' });
  await create(bodyOf([name]));
  const check = (names: string[]) =>
    app.call(api.checkSplitLinkNames, { body: { names } }, owner.token).then(({ taken }) => taken);
  expect([await check(['A', other]), await check(['A', name])]).toEqual([[1], [1]]);
  expect(await check(['A', 'B', 'a'])).toEqual([2]);
});

it('creates as many links as one request takes', async () => {
  const names = Array.from({ length: api.bulkLimits.links }, (_, at) => `Leaflet ${at}`);
  expect((await create(bodyOf(names))).list).toHaveLength(names.length);
});

const uploads = createUploads(() => app);
const upload = (bytes: Uint8Array, contentType: string) =>
  uploads.upload(owner.token, { purpose: 'split-links', contentType, fileName: '链接' }, bytes);
const read = async (bytes: Uint8Array, contentType: string) => {
  const body = { fileId: await upload(bytes, contentType) };
  return app.call(api.readSplitLinkFile, { body }, owner.token);
};
const encoded = (text: string) => new TextEncoder().encode(text);

it('reads the lines of a text without its titles', async () => {
  const text = 'Name,Link\r\nLeaflet 1,https://t.me/ana\r\n\r\nLeaflet 2,https://t.me/ben';
  expect(await read(encoded(text), 'text/csv')).toEqual({
    lines: ['Leaflet 1,https://t.me/ana', 'Leaflet 2,https://t.me/ben'],
    more: false,
  });
  const broken = 'Name,Link\r\n"Leaflet\r\n1","https://t.me/ana\nhttps://t.me/ben"\r\n';
  expect((await read(encoded(broken), 'text/csv')).lines).toEqual([
    '"Leaflet 1","https://t.me/ana https://t.me/ben"',
  ]);
  const long = Array.from({ length: 205 }, (_, at) => `Leaflet ${at} https://t.me/ana`).join('\n');
  const answer = await read(encoded(long), 'text/plain');
  expect([answer.lines.length, answer.more]).toEqual([200, true]);
});

async function workbookOf(rows: string[][]): Promise<Buffer> {
  async function* batches() {
    for (const row of rows) yield [row];
  }
  const columns = ['名称', '链接'].map((title) => ({ title, kind: 'text' as const, width: 20 }));
  const pieces: Buffer[] = [];
  for await (const piece of workbook({ sheetName: 'Links', columns, batches: batches(), now: 0 }))
    pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
}

it('reads the lines of a workbook, and refuses other files', async () => {
  const rows = [
    ['Leaflet 1', 'https://t.me/ana'],
    ['Leaflet 2', 'https://t.me/ben'],
  ];
  expect(await read(await workbookOf(rows), spreadsheetMediaType)).toEqual({
    lines: ['Leaflet 1\thttps://t.me/ana', 'Leaflet 2\thttps://t.me/ben'],
    more: false,
  });
  // It decompresses to 20 MB, without the ratio of a zip bomb; a real workbook of this kind has 200 rows.
  const large = await workbookOf(
    Array.from({ length: 60_000 }, (_, at) => [' '.repeat(300 + ((at * at) % 97))]),
  );
  const bomb = { body: { fileId: await upload(large, spreadsheetMediaType) } };
  expect((await app.send(api.readSplitLinkFile, bomb, owner.token)).status).toBe(422);
  const broken = {
    body: { fileId: await upload(encoded('PK\x03\x04 and nothing more'), spreadsheetMediaType) },
  };
  expect((await app.send(api.readSplitLinkFile, broken, owner.token)).status).toBe(422);
});
