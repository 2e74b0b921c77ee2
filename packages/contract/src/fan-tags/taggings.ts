/** Taggings: a background job of the server that tags all fans matching the filters, so that no list has to load them. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { fanFilters } from '../fans/endpoints.ts';
import { id, time } from '../values.ts';

export const fanTaggingState = z.enum(['running', 'done', 'cancelled', 'failed']);
/** The reason why a tagging ended early. Fans already tagged keep their tags. */
export const fanTaggingFailure = z.enum(['tags-gone', 'interrupted']);

export const fanTagging = z.object({
  id,
  state: fanTaggingState,
  failure: fanTaggingFailure.nullable(),
  /** The number of matching fans at the start: exact up to `fanCountLimit`, an estimate above. */
  expected: z.int(),
  /** The number of fans processed, and of those among them whose tags changed. */
  checked: z.int(),
  changed: z.int(),
  /** The number of fans left unchanged because they would have exceeded the limit of tags. */
  skipped: z.int(),
  createdAt: time,
  endedAt: time.nullable(),
});
export type FanTagging = z.output<typeof fanTagging>;

const tagIds = z.array(id).max(20);

export const startFanTagging = endpoint({
  method: 'POST',
  path: '/api/system/fanTag/tagging/start',
  audience: ['console'],
  summary:
    'Adds tags to all fans that match the filters and removes others; one tagging at a time in a workspace. It resumes after a crash or restart of the server, and processes each fan once. Repeating a call with the same `requestId` has no effect.',
  body: z
    .strictObject({
      requestId: id,
      filters: z.strictObject(fanFilters),
      add: tagIds,
      remove: tagIds,
    })
    .refine(({ add, remove }) => add.length + remove.length > 0, {
      path: ['add'],
      params: { rule: 'empty' },
    }),
  answer: fanTagging,
  errors: ['fan-tag.not-found', 'fan-tagging.running'],
  rateLimit: { max: 30, windowSeconds: 600, per: 'workspace' },
  audit: 'fan.tagging-started',
});

export const latestFanTagging = endpoint({
  method: 'GET',
  path: '/api/system/fanTag/tagging/latest',
  audience: ['console'],
  summary: 'The workspace’s latest tagging with its progress; null if there was none.',
  answer: fanTagging.nullable(),
});

export const cancelFanTagging = endpoint({
  method: 'POST',
  path: '/api/system/fanTag/tagging/cancel',
  audience: ['console'],
  summary: 'Stops a tagging. Fans already tagged keep their tags. Has no effect on one that has ended.',
  body: z.strictObject({ taggingId: id }),
  answer: fanTagging,
  errors: ['fan-tagging.not-found'],
  audit: 'fan.tagging-cancelled',
});
