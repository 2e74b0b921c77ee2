/** Tagging of all fans that filters find: a job of the server, which a list never has to load. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { fanFilters } from '../fans/endpoints.ts';
import { id, time } from '../values.ts';

export const fanTaggingState = z.enum(['running', 'done', 'cancelled', 'failed']);
/** Why a tagging ended early. Fans who were tagged until then stay so. */
export const fanTaggingFailure = z.enum(['tags-gone', 'interrupted']);

export const fanTagging = z.object({
  id,
  state: fanTaggingState,
  failure: fanTaggingFailure.nullable(),
  /** The fans that were found at the start: exact up to `fanCountLimit`, above it an estimate. */
  expected: z.int(),
  /** The fans that it has come to, and those of them whose tags it changed. */
  checked: z.int(),
  changed: z.int(),
  /** Fans left as they were, because they would have had too many tags. */
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
