/** Tags by which the owner groups fans. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { batchAnswer, id, idBatch, nameText, time } from '../values.ts';

/** The colors of tags, named as in the interface's palette. */
export const fanTagColours = [
  'blue',
  'cyan',
  'green',
  'lime',
  'gold',
  'orange',
  'volcano',
  'red',
  'magenta',
  'purple',
  'geekblue',
  'grey',
] as const;
export const fanTagColour = z.enum(fanTagColours);
export type FanTagColour = z.output<typeof fanTagColour>;

/** Maximum number of tags per workspace, and per fan. */
export const fanTagLimits = { workspace: 200, fan: 20 } as const;

export const fanTag = z.object({
  id,
  name: z.string(),
  colour: fanTagColour,
  /** The number of fans who have it; a person counts once per social account. */
  uses: z.int(),
  version: z.int32(),
  createdAt: time,
});
export type FanTag = z.output<typeof fanTag>;

export const listFanTags = endpoint({
  method: 'GET',
  path: '/api/system/fanTag/list',
  audience: ['console'],
  summary: 'The workspace’s tags, sorted by name. At most 200.',
  answer: z.object({ list: z.array(fanTag) }),
});

const form = { name: nameText(30), colour: fanTagColour };
export const fanTagForm = z.strictObject(form);

export const createFanTag = endpoint({
  method: 'POST',
  path: '/api/system/fanTag/create',
  audience: ['console'],
  summary: 'Adds a tag. Names must differ in more than case.',
  body: fanTagForm,
  answer: fanTag,
  errors: ['fan-tag.name-taken', 'fan-tag.too-many'],
  audit: 'fan-tag.created',
});

export const updateFanTag = endpoint({
  method: 'PUT',
  path: '/api/system/fanTag/update',
  audience: ['console'],
  summary: 'Changes the name or color of a tag.',
  body: z.strictObject({ tagId: id, version: z.int32(), ...form }),
  answer: fanTag,
  errors: ['fan-tag.not-found', 'fan-tag.name-taken', 'resource.stale'],
  audit: 'fan-tag.changed',
});

export const deleteFanTag = endpoint({
  method: 'POST',
  path: '/api/system/fanTag/delete',
  audience: ['console'],
  summary: 'Deletes a tag and removes it from all fans.',
  body: z.strictObject({ tagId: id }),
  answer: z.object({}),
  errors: ['fan-tag.not-found'],
  audit: 'fan-tag.deleted',
});

export const mergeFanTags = endpoint({
  method: 'POST',
  path: '/api/system/fanTag/merge',
  audience: ['console'],
  summary: 'Replaces a tag by another on all of its fans, and deletes it.',
  body: z.strictObject({ tagId: id, intoTagId: id }),
  answer: z.object({}),
  errors: ['fan-tag.not-found'],
  audit: 'fan-tag.merged',
});

export const applyFanTags = endpoint({
  method: 'POST',
  path: '/api/system/fanTag/apply',
  audience: ['console'],
  summary: 'Adds tags to fans and removes others: for all of the fans, or for none.',
  body: z.strictObject({
    /** Ids of rows in the fan list. */
    rowIds: idBatch,
    add: z.array(id).max(20),
    remove: z.array(id).max(20),
  }),
  answer: batchAnswer,
  errors: ['fan.not-found', 'fan-tag.not-found', 'fan-tag.too-many-on-fan'],
  audit: 'fan.tagged',
});
