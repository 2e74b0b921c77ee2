import { openAsBlob } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import * as librariesApi from '@parley/contract/dedupe-libraries';
import * as filesApi from '@parley/contract/files';
import { spreadsheetMediaType } from '@parley/contract/values';
import { type Benchmark, budgetTable, type Outcome, type Run } from '../kit/benchmark.ts';
import { ms, percent, table, whole } from '../kit/figures.ts';
import { monotonic } from '../kit/monotonic.ts';
import { pause } from '../kit/pause.ts';
import { callEndpoint } from '../server-under-test/http.ts';
import { type Server, startServer } from '../server-under-test/start.ts';
import { type BareWay, bareImport } from './bare.ts';
import { writeCsv, writeXlsx } from './files.ts';

export const libraryImport: Benchmark = {
  name: 'library-import',
  summary: 'a million rows into a dedupe library, as CSV and as a workbook, beside a bare COPY',
  run,
};

type Figures = {
  format: string;
  bytes: number;
  ms: number;
  restBytes: number;
  peakBytes: number;
  blockedMs: number;
};

async function run(it: Run): Promise<Outcome> {
  const rows = Math.min(it.rows ?? (it.quick ? 50_000 : 1_000_000), librariesApi.dedupeImportLimit);
  const folder = await it.children.temporaryFolder();
  const server = await startServer(it);
  const nobody = { subAccounts: 0, accounts: 0, desks: 0, firstDesks: 0, translation: false };
  const { consoleToken } = await server.call('seed', nobody);
  const csv = path.join(folder, 'people.csv');
  const xlsx = path.join(folder, 'people.xlsx');
  it.say('writes the files');
  await writeCsv(csv, rows);
  await writeXlsx(xlsx, rows);
  const files = [
    { format: 'CSV', file: csv, contentType: 'text/csv' },
    { format: 'XLSX', file: xlsx, contentType: spreadsheetMediaType },
  ];
  const figures: Figures[] = [];
  for (const file of files) {
    it.say(file.format);
    figures.push(await measureImport(server, consoleToken, file, rows));
  }
  const bare: { way: BareWay; ms: number }[] = [];
  for (const way of ['copy', 'copy-in-batches', 'unnest-in-batches'] as const) {
    it.say(`bare ${way}`);
    bare.push({ way, ms: await bareImport(server.databaseUrl, rows, way) });
  }
  return { markdown: tables(rows, figures, bare), postgres: server.postgres };
}

type ImportFile = { format: string; file: string; contentType: string };

async function measureImport(
  server: Server,
  token: string,
  { format, file, contentType }: ImportFile,
  rows: number,
): Promise<Figures> {
  const { url } = server;
  const form = { name: format, platform: 'telegram', range: 'all', subAccountIds: [] } as const;
  const library = await callEndpoint(url, librariesApi.createDedupeLibrary, { token, body: form });
  const fileId = await upload(url, token, file, contentType);
  const { encoding, delimiter, keyColumn, header } = await callEndpoint(
    url,
    librariesApi.previewDedupeImport,
    {
      token,
      body: { fileId },
    },
  );
  const restBytes = await server.call('memory', null);
  let peakBytes = restBytes;
  let blockedMs = 0;
  const began = monotonic();
  const body = {
    libraryId: library.id,
    fileId,
    encoding,
    delimiter,
    keyColumn: format === 'XLSX' ? 1 : keyColumn,
    header,
  };
  const started = await callEndpoint(url, librariesApi.startDedupeImport, { token, body });
  for (;;) {
    await pause(50);
    const asked = monotonic();
    peakBytes = Math.max(peakBytes, await server.call('resident', null));
    blockedMs = Math.max(blockedMs, monotonic() - asked);
    const query = { importId: started.id };
    const item = await callEndpoint(url, librariesApi.getDedupeImport, { token, query });
    if (item.state === 'running') continue;
    if (item.state !== 'done' || item.added !== rows)
      throw new Error(`the import ended as ${JSON.stringify(item)}`);
    return {
      format,
      bytes: (await stat(file)).size,
      ms: monotonic() - began,
      restBytes,
      peakBytes,
      blockedMs,
    };
  }
}

async function upload(url: string, token: string, file: string, contentType: string): Promise<string> {
  const query = {
    fileName: path.basename(file),
    contentType,
    size: String((await stat(file)).size),
    purpose: 'dedupe-import',
  };
  const place = await callEndpoint(url, filesApi.presignUpload, { token, query });
  const put = await fetch(new URL(place.uploadUrl, url), {
    method: place.method,
    headers: place.headers,
    body: await openAsBlob(file),
  });
  if (!put.ok) throw new Error(`the upload was answered with ${put.status}`);
  const { fileId } = await callEndpoint(url, filesApi.completeUpload, {
    token,
    body: { fileId: place.fileId },
  });
  return fileId;
}

const megabytes = (bytes: number) => `${whole(bytes / 1e6)} MB`;
const seconds = (milliseconds: number) => (milliseconds / 1_000).toFixed(1);

const ways: Readonly<Record<BareWay, string>> = {
  copy: 'bare driver: one COPY of all keys',
  'copy-in-batches': 'bare driver: batches of 5,000 by COPY into a temporary table and INSERT',
  'unnest-in-batches': 'bare driver: batches of 5,000 by INSERT … SELECT unnest',
};

function tables(
  rows: number,
  figures: readonly Figures[],
  bare: readonly { way: BareWay; ms: number }[],
): string {
  const copyMs = bare[0]?.ms ?? Number.NaN;
  const budgets = budgetTable(
    figures.flatMap(({ format, ms: took, restBytes, peakBytes }) => [
      {
        what: `${whole(rows)} rows of ${format}`,
        budget: '< 60 s',
        seen: `${seconds(took)} s`,
        hit: took < 60_000,
      },
      {
        what: `memory that the import of ${format} adds to the server, at most`,
        budget: '< 200 MB',
        seen: megabytes(peakBytes - restBytes),
        hit: peakBytes - restBytes < 200e6,
      },
    ]),
  );
  const seen = table(
    ['import', 's', 'rows/s', 'speed of the COPY', 'file', 'peak of the process', 'longest silence ms'],
    [
      ...figures.map((it) => [
        it.format,
        seconds(it.ms),
        whole(rows / (it.ms / 1_000)),
        percent(copyMs / it.ms),
        megabytes(it.bytes),
        megabytes(it.peakBytes),
        ms(it.blockedMs),
      ]),
      ...bare.map((it) => [
        ways[it.way],
        seconds(it.ms),
        whole(rows / (it.ms / 1_000)),
        percent(copyMs / it.ms),
        '–',
        '–',
        '–',
      ]),
    ],
  );
  return [budgets, seen].join('\n\n');
}
