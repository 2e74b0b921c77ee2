/** The log of a person: how it was counted, what changed that since, and the tags it was given and lost. */
import { z } from 'zod';
import { platformId } from '../catalogues/platforms.ts';
import { endpoint } from '../endpoint.ts';
import { cursorPage, cursorQuery, id, time } from '../values.ts';
import { fanType } from './endpoints.ts';

const countedType = z.enum(['base', 'new', 'repeat', 'merged']);

/** The place of an event; names are empty once the object is deleted. */
const place = {
  socialAccountId: id,
  socialAccountName: z.string(),
  subAccountId: id,
  subAccountName: z.string(),
  platform: platformId.nullable(),
};

const event = { id, at: time };

/** A tag with its name at that time; it may be renamed or deleted since. */
const tagThen = z.object({ tagId: id, name: z.string() });
/** Null: not known. */
const by = z.literal('owner').nullable();

export const fanEvent = z.discriminatedUnion('kind', [
  z.object({
    ...event,
    kind: z.literal('verdict'),
    ...place,
    rowId: id,
    verdict: fanType,
    /** Out of the account's history, seen before, in a dedupe library, or none of these. */
    rule: z.enum(['history', 'seen', 'listed', 'first']),
    /** In all sub-accounts, or in its own alone. */
    scope: z.enum(['workspace', 'sub-account']),
    /** The earlier verdict of a person who was seen before; null: none, or it was deleted since. */
    matched: z
      .object({
        rowId: id,
        fanId: id,
        at: time,
        socialAccountName: z.string(),
        subAccountName: z.string(),
        platform: platformId.nullable(),
      })
      .nullable(),
    /** The library's name; empty: none, or it was deleted since. */
    library: z.string(),
  }),
  z.object({
    ...event,
    kind: z.literal('correction'),
    ...place,
    rowId: id,
    from: countedType,
    to: countedType,
    mergeId: id,
  }),
  /** By a work order's reset, or by that of the statistics, a fan who had grown counts as base. */
  z.object({ ...event, kind: z.enum(['reset', 'statistics-reset']), ...place, rowId: id }),
  z.object({
    ...event,
    kind: z.literal('merge'),
    mergeId: id,
    keptFanId: id,
    keptName: z.string(),
    mergedFanId: id,
    mergedName: z.string(),
    reason: z.enum(['manual', 'platform', 'phone']),
    undone: z.boolean(),
  }),
  z.object({
    ...event,
    kind: z.literal('undo'),
    mergeId: id,
    keptFanId: id,
    keptName: z.string(),
    mergedFanId: id,
    mergedName: z.string(),
  }),
  z.object({
    ...event,
    kind: z.literal('tags'),
    ...place,
    rowId: id,
    added: z.array(tagThen),
    removed: z.array(tagThen),
    by,
  }),
  /** A tag of the person's was deleted, for all fans. */
  z.object({
    ...event,
    kind: z.literal('tag-deleted'),
    tag: tagThen,
    /** The tag that it was merged into, which its fans have instead; null: none. */
    into: tagThen.nullable(),
    by,
  }),
  /** A visit of a split link has become a message of the person's; `at` is the message's. */
  z.object({
    ...event,
    kind: z.literal('split-link'),
    ...place,
    splitLinkId: id,
    splitLinkName: z.string(),
    visitedAt: time,
  }),
]);
export type FanEvent = z.output<typeof fanEvent>;

export const fanLog = endpoint({
  method: 'GET',
  path: '/api/system/fans/log',
  audience: ['console'],
  summary:
    'Everything that determined how a person counts, changes of their tags, and the split links that led to them; latest first.',
  query: z.strictObject({ ...cursorQuery, fanId: id }),
  answer: cursorPage(fanEvent),
  errors: ['fan.not-found'],
});
