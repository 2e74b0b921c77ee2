import { type ExamplesOf, exampleId, exampleTime } from '../example.ts';
import { fileId } from '../files/examples.ts';
import { subAccountId } from '../sub-accounts/examples.ts';
import type { DedupeLibrary } from './endpoints.ts';
import type { DedupeImport } from './imports.ts';
import type * as endpoints from './index.ts';

export const libraryId = exampleId('dedupe-library');
export const importId = exampleId('dedupe-import');

const forOne = { range: 'some', subAccountIds: [subAccountId] } satisfies Partial<DedupeLibrary>;
const library: DedupeLibrary = {
  id: libraryId,
  name: 'Customers of 2025',
  platform: 'telegram',
  ...forOne,
  enabled: true,
  entries: 1,
  version: 1,
  createdAt: exampleTime(-600),
};
const started: DedupeImport = {
  id: importId,
  libraryId,
  libraryName: 'Customers of 2025',
  fileName: 'customers.csv',
  state: 'done',
  failure: null,
  rowsRead: 2,
  added: 1,
  existing: 0,
  faulty: 1,
  progress: 1,
  createdAt: exampleTime(-60),
  endedAt: exampleTime(-59),
};

const filters = {
  search: 'Customers',
  platform: 'telegram',
  enabled: 'true',
  subAccountId,
  sort: 'entries.desc',
} as const;

export const examples: ExamplesOf<typeof endpoints> = {
  dedupeLibraryPage: {
    query: { pageNo: 1, pageSize: 20, ...filters },
    answer: { list: [library], total: 1 },
  },
  exportDedupeLibraries: { query: filters },
  getDedupeLibrary: { query: { libraryId }, answer: library },
  createDedupeLibrary: {
    body: { name: 'Customers of 2024', platform: 'telegram', ...forOne },
    answer: { ...library, name: 'Customers of 2024', entries: 0 },
  },
  updateDedupeLibrary: {
    body: { libraryId, version: 1, name: 'Old customers', ...forOne },
    answer: { ...library, name: 'Old customers', version: 2 },
  },
  enableDedupeLibraries: { body: { ids: [libraryId], enabled: false }, answer: { changed: 1 } },
  deleteDedupeLibraries: { body: { ids: [libraryId] }, answer: { changed: 1 } },
  findDedupeEntry: {
    query: { text: '+86 138-0013-8000' },
    answer: {
      key: '8613800138000',
      libraries: [{ id: libraryId, name: 'Customers of 2025', platform: 'telegram', enabled: true }],
    },
  },
  addDedupeEntries: {
    body: { libraryId, texts: ['@maryam', '+86 138-0013-8000'] },
    answer: { added: 1, existing: 1, refused: 0 },
  },
  removeDedupeEntry: { body: { libraryId, text: '@maryam' }, answer: { changed: 1 } },
  previewDedupeImport: {
    body: { fileId, encoding: 'utf-8', delimiter: 'comma' },
    answer: {
      format: 'text',
      encoding: 'utf-8',
      delimiter: 'comma',
      header: true,
      keyColumn: 1,
      rows: [
        ['Name', 'Phone'],
        ['Maryam', '+86 138-0013-8000'],
      ],
    },
  },
  startDedupeImport: {
    body: { libraryId, fileId, encoding: 'utf-8', delimiter: 'comma', header: true, keyColumn: 1 },
    answer: {
      ...started,
      state: 'running',
      rowsRead: 0,
      added: 0,
      faulty: 0,
      progress: 0,
      endedAt: null,
    },
  },
  dedupeImportPage: {
    query: { pageNo: 1, pageSize: 20, libraryId },
    answer: { list: [started], total: 1 },
  },
  getDedupeImport: { query: { importId }, answer: started },
  cancelDedupeImport: { body: { importId }, answer: started },
  dedupeFaultPage: {
    query: { pageNo: 1, pageSize: 20, importId },
    answer: { list: [{ line: 3, text: 'Ana', fault: 'empty' }], total: 1 },
  },
  exportDedupeFaults: { query: { importId } },
};
