/** Agents' endpoints for prospective fans. A desk sees those of the split links that lead to its social accounts. */
import { z } from 'zod';
import { agentName } from '../conversations/colleagues.ts';
import { endpoint } from '../endpoint.ts';
import { cursorPage, cursorQuery, id } from '../values.ts';
import {
  deskProspectiveFan,
  givingUpReason,
  maxLinksOffered,
  maxProspectiveFansCounted,
  prospectiveFanNote,
} from './shapes.ts';
import { prospectiveFanState } from './states.ts';

const params = z.strictObject({ prospectiveFanId: id });
/** The name of the person at the desk. */
const authorName = agentName.optional();
const rateLimit = { max: 120, windowSeconds: 60, per: 'session' } as const;

export const deskProspectiveFans = endpoint({
  method: 'GET',
  path: '/api/desk/prospectiveFans',
  audience: ['desk'],
  summary:
    'Prospective fans of this sub-account, latest first. `search` matches names, contacts, messages and notes.',
  query: z.strictObject({
    ...cursorQuery,
    state: prospectiveFanState.optional(),
    splitLinkId: id.optional(),
    search: z.string().max(100).optional(),
  }),
  answer: cursorPage(deskProspectiveFan),
});

export const countDeskProspectiveFans = endpoint({
  method: 'GET',
  path: '/api/desk/prospectiveFans/count',
  audience: ['desk'],
  summary: `The number of open ones, counted up to ${maxProspectiveFansCounted}.`,
  answer: z.object({ count: z.int(), more: z.boolean() }),
});

export const deskProspectiveFanLinks = endpoint({
  method: 'GET',
  path: '/api/desk/prospectiveFans/links',
  audience: ['desk'],
  summary: `The split links whose prospective fans this sub-account has, by name; ${maxLinksOffered} at most. \`search\` matches names.`,
  query: z.strictObject({ search: z.string().max(100).optional() }),
  answer: z.object({ list: z.array(z.object({ id, name: z.string() })), more: z.boolean() }),
});

export const claimProspectiveFan = endpoint({
  method: 'POST',
  path: '/api/desk/prospectiveFans/:prospectiveFanId/claim',
  audience: ['desk'],
  summary: 'Claims a prospective fan, so that no other sub-account can. Repeating it has no effect.',
  params,
  body: z.strictObject({ authorName }),
  answer: deskProspectiveFan,
  errors: ['prospective-fan.not-found', 'prospective-fan.taken', 'prospective-fan.ended'],
  rateLimit,
  audit: 'prospective-fan.claimed',
});

export const finishProspectiveFan = endpoint({
  method: 'POST',
  path: '/api/desk/prospectiveFans/:prospectiveFanId/done',
  audience: ['desk'],
  summary:
    'Marks a prospective fan as having become a fan, in a conversation of this sub-account if one is named.',
  params,
  body: z.strictObject({ conversationId: id.nullable(), authorName }),
  answer: deskProspectiveFan,
  errors: [
    'prospective-fan.not-found',
    'prospective-fan.taken',
    'prospective-fan.ended',
    'conversation.not-found',
  ],
  rateLimit,
  audit: 'prospective-fan.done',
});

export const giveUpProspectiveFan = endpoint({
  method: 'POST',
  path: '/api/desk/prospectiveFans/:prospectiveFanId/giveUp',
  audience: ['desk'],
  summary: 'Gives up on a prospective fan.',
  params,
  body: z.strictObject({ reason: givingUpReason, authorName }),
  answer: deskProspectiveFan,
  errors: ['prospective-fan.not-found', 'prospective-fan.taken', 'prospective-fan.ended'],
  rateLimit,
  audit: 'prospective-fan.given-up',
});

export const reopenProspectiveFan = endpoint({
  method: 'POST',
  path: '/api/desk/prospectiveFans/:prospectiveFanId/reopen',
  audience: ['desk'],
  summary: 'Reopens a prospective fan that this sub-account has claimed, given up or marked as done.',
  params,
  body: z.strictObject({}),
  answer: deskProspectiveFan,
  errors: ['prospective-fan.not-found', 'prospective-fan.taken'],
  rateLimit,
  audit: 'prospective-fan.reopened',
});

export const noteProspectiveFan = endpoint({
  method: 'PUT',
  path: '/api/desk/prospectiveFans/:prospectiveFanId/note',
  audience: ['desk'],
  summary:
    'Replaces the note, unless it has changed since it was read. Any sub-account that sees the entry can.',
  params,
  body: z.strictObject({ note: prospectiveFanNote, before: z.string().max(4_000) }),
  answer: deskProspectiveFan,
  errors: ['prospective-fan.not-found', 'resource.stale'],
  rateLimit,
  audit: 'prospective-fan.noted',
});
