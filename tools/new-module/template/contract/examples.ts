import { type ExamplesOf, exampleId, exampleTime } from '../example.ts';
import type * as endpoints from './index.ts';

export const __noun__Id = exampleId('__kebab-noun__');

const __noun__ = { id: __noun__Id, name: 'First', createdAt: exampleTime() };

export const examples: ExamplesOf<typeof endpoints> = {
  __noun__Page: {
    query: { pageNo: 1, pageSize: 20, sort: 'name.asc' },
    answer: { list: [__noun__], total: 1 },
  },
  create__Noun__: { body: { name: 'First' }, answer: __noun__ },
};
