import { type ExamplesOf, exampleId, exampleTime } from '../example.ts';
import { fanRowId } from '../fans/examples.ts';
import type { FanTag } from './endpoints.ts';
import type * as endpoints from './index.ts';
import type { FanTagging } from './taggings.ts';

export const fanTagId = exampleId('fan-tag');
export const otherFanTagId = exampleId('other-fan-tag');

const form = { name: 'VIP', colour: 'gold' } as const;
const tag: FanTag = { id: fanTagId, ...form, uses: 12, version: 1, createdAt: exampleTime(-600) };

export const taggingId = exampleId('fan-tagging');
const tagging: FanTagging = {
  id: taggingId,
  state: 'running',
  failure: null,
  expected: 40_000,
  checked: 12_000,
  changed: 11_640,
  skipped: 2,
  createdAt: exampleTime(-1),
  endedAt: null,
};

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
  startFanTagging: {
    body: {
      requestId: exampleId('fan-tagging-request'),
      filters: { types: 'repeat', activity: 'inactive' },
      add: [fanTagId],
      remove: [otherFanTagId],
    },
    answer: tagging,
  },
  latestFanTagging: { answer: tagging },
  cancelFanTagging: {
    body: { taggingId },
    answer: { ...tagging, state: 'cancelled', endedAt: exampleTime() },
  },
};
