/** Merges of fans who turn out to be one person. */
import { z } from 'zod';
import { platformId } from '../catalogues/platforms.ts';
import { endpoint } from '../endpoint.ts';
import { id, time } from '../values.ts';

const countedType = z.enum(['base', 'new', 'repeat', 'merged']);

const pair = {
  /** The fan whose name is kept. */
  keptFanId: id,
  mergedFanId: id,
};
const refusals = ['fan.not-found', 'fan.same-person', 'fan.too-many-merges'] as const;

const recount = z.object({
  rowId: id,
  socialAccountName: z.string(),
  subAccountName: z.string(),
  platform: platformId.nullable(),
  at: time,
  from: countedType,
  /** `merged`: another row of the person for that social account counts instead. */
  to: countedType,
});

export const previewMerge = endpoint({
  method: 'GET',
  path: '/api/system/fans/mergePreview',
  audience: ['console'],
  summary: 'The changes to verdicts if these fans were one person. Changes nothing.',
  query: z.strictObject(pair),
  answer: z.object({ keptName: z.string(), mergedName: z.string(), recounts: z.array(recount) }),
  errors: refusals,
});

export const mergeFans = endpoint({
  method: 'POST',
  path: '/api/system/fans/merge',
  audience: ['console'],
  summary:
    'Merges one person into another. Verdicts stay; how they count is corrected now, on the current day.',
  body: z.strictObject(pair),
  answer: z.object({ mergeId: id }),
  errors: refusals,
  audit: 'fan.merged',
});

export const undoMerge = endpoint({
  method: 'POST',
  path: '/api/system/fans/undoMerge',
  audience: ['console'],
  summary: 'Undoes one merge of a person.',
  body: z.strictObject({ mergeId: id }),
  answer: z.object({}),
  errors: ['fan.merge-not-found', 'fan.merge-undone'],
  audit: 'fan.merge-undone',
});
