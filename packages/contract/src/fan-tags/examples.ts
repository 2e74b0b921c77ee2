import { type ExamplesOf, exampleId, exampleTime } from '../example.ts';
import { fanRowId } from '../fans/examples.ts';
import type { FanTag } from './endpoints.ts';
import type * as endpoints from './index.ts';

export const fanTagId = exampleId('fan-tag');
export const otherFanTagId = exampleId('other-fan-tag');

const form = { name: 'VIP', colour: 'gold' } as const;
const tag: FanTag = { id: fanTagId, ...form, uses: 12, version: 1, createdAt: exampleTime(-600) };

export const examples: ExamplesOf<typeof endpoints> = {
  listFanTags: { answer: { list: [tag] } },
  createFanTag: {
    body: { name: 'Wholesale', colour: 'blue' },
    answer: { ...tag, name: 'Wholesale', uses: 0 },
  },
  updateFanTag: { body: { tagId: fanTagId, version: 1, ...form }, answer: { ...tag, version: 2 } },
  deleteFanTag: { body: { tagId: fanTagId }, answer: {} },
  mergeFanTags: { body: { tagId: otherFanTagId, intoTagId: fanTagId }, answer: {} },
  applyFanTags: {
    body: { rowIds: [fanRowId], add: [fanTagId], remove: [otherFanTagId] },
    answer: { changed: 1 },
  },
};
