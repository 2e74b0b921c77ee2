/** The log of a person: how they were counted, later corrections, and changes of tags and notes. */
import { z } from 'zod';
import { platformId } from '../catalogues/platforms.ts';
import { endpoint } from '../endpoint.ts';
import { cursorPage, cursorQuery, id, time } from '../values.ts';
import { fanType } from './endpoints.ts';

const countedType = z.enum(['base', 'new', 'repeat', 'merged']);

/** The location of an event; names are empty once the object is deleted. */
const place = {
  socialAccountId: id,
  socialAccountName: z.string(),
  subAccountId: id,
  subAccountName: z.string(),
  platform: platformId.nullable(),
};

const event = { id, at: time };

/** Notes about a fan before and after a change; empty: none. */
const noteChange = z.object({
  field: z.enum(['alias', 'phone', 'email', 'note']),
  before: z.string(),
  after: z.string(),
});
export type NoteChange = z.output<typeof noteChange>;

/** A tag with its name at that time; it may since have been renamed or deleted. */
const tagThen = z.object({ tagId: id, name: z.string() });
/** Null: unknown, or automatic. */
const by = z.literal('owner').nullable();

export const fanEvent = z.discriminatedUnion('kind', [
  z.object({
    ...event,
    kind: z.literal('verdict'),
    ...place,
    rowId: id,
    verdict: fanType,
    /** From the account's history, seen before, in a dedupe library, or none of these. */
    rule: z.enum(['history', 'seen', 'listed', 'first']),
    /** In all sub-accounts, or only in its own. */
    scope: z.enum(['workspace', 'sub-account']),
    /** The earlier verdict of a person who was seen before; null: none, or deleted since. */
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
    /** The name of the library that lists the person, also after its deletion; empty: none. */
    library: z.string(),
    /** Null: none, or deleted since. */
    libraryId: id.nullable(),
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
  /** By a reset of a work order or of the statistics, a counted fan becomes a base fan. */
  z.object({ ...event, kind: z.enum(['reset', 'statistics-reset']), ...place, rowId: id }),
  z.object({
    ...event,
    kind: z.literal('merge'),
    mergeId: id,
    keptFanId: id,
    keptName: z.string(),
    mergedFanId: id,
    mergedName: z.string(),
    /** By hand, or automatically: a platform replaced an id, or named the same phone number. */
    reason: z.enum(['manual', 'platform', 'phone']),
    by,
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
    by,
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
  /** One of the person's tags was deleted, for all fans. */
  z.object({
    ...event,
    kind: z.literal('tag-deleted'),
    tag: tagThen,
    /** The tag into which it was merged, now on its fans; null: none. */
    into: tagThen.nullable(),
    by,
  }),
  /** The owner or an agent changed the notes about the person. */
  z.object({
    ...event,
    kind: z.literal('notes'),
    changes: z.array(noteChange),
    /** The sub-account that keeps these notes for itself; null: its team shares them. */
    subAccountId: id.nullable(),
    subAccountName: z.string(),
    by: z.enum(['owner', 'sub-account']),
    /** The name of the sub-account that changed them; empty: the owner did, or it was deleted since. */
    byName: z.string(),
  }),
  /** A visit of a split link led to a message of the person; `at` is the message's time. */
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
    'Everything that determined how a person counts, changes of their tags and of the notes about them, and the split links that led to them; latest first.',
  query: z.strictObject({ ...cursorQuery, fanId: id }),
  answer: cursorPage(fanEvent),
  errors: ['fan.not-found'],
});
