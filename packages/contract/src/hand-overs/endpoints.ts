/** Hand-overs: another sub-account takes over a conversation, while its social account stays where it is. */
import { z } from 'zod';
import { platformId } from '../catalogues/platforms.ts';
import { agentName } from '../conversations/colleagues.ts';
import { conversation, conversationParams } from '../conversations/shapes.ts';
import { endpoint } from '../endpoint.ts';
import { codePoints, cursorPage, cursorQuery, id, time } from '../values.ts';

/** Maximum length of the note to the receiver, in code points. */
export const handOverNoteLength = 1_000;

/** Maximum number of conversations that a sub-account can have taken over at the same time. */
export const maxHandedOver = 1_000;

/** Maximum number of receivers offered at once; a search finds the others. */
export const maxReceivers = 50;

/** Maximum number of entries in a conversation's history. */
export const maxHandOversShown = 50;

const note = z
  .string()
  .trim()
  .refine((text) => codePoints(text) <= handOverNoteLength, {
    params: { rule: 'too-long', max: handOverNoteLength },
  });

/** With the owner's name for it at that time, or its account name if there was none. */
const subAccount = z.object({ id, name: z.string() });

const handOver = z.object({
  id,
  from: subAccount,
  to: subAccount,
  /** The name of the person who handed it over; null: none was given. */
  authorName: z.string().nullable(),
  note: z.string(),
  at: time,
});
export type HandOver = z.output<typeof handOver>;

const receiver = subAccount.extend({
  accountName: z.string(),
  /** True if one of its desks is connected. */
  online: z.boolean(),
});
export type HandOverReceiver = z.output<typeof receiver>;

export const handOverReceivers = endpoint({
  method: 'GET',
  path: '/api/desk/conversations/:conversationId/handOverReceivers',
  audience: ['desk'],
  summary:
    'The sub-accounts that can take over a conversation: those that aren’t disabled and may use its platform. `search` matches names.',
  params: conversationParams,
  query: z.strictObject({ search: z.string().max(100).optional() }),
  answer: z.object({ list: z.array(receiver), more: z.boolean() }),
  errors: ['conversation.not-found'],
});

export const handOverConversation = endpoint({
  method: 'POST',
  path: '/api/desk/conversations/:conversationId/handOver',
  audience: ['desk'],
  summary:
    'Hands a conversation over to another sub-account, which replies in it from then on, with its own settings and characters. Fans and work orders still count where the social account is.',
  params: conversationParams,
  body: z.strictObject({
    /** Null: returns it to the sub-account of the social account. */
    subAccountId: id.nullable(),
    note,
    /** The name of the person at the desk. */
    authorName: agentName.optional(),
  }),
  answer: z.null(),
  errors: [
    'conversation.not-found',
    'sub-account.not-found',
    'sub-account.platform-not-permitted',
    'hand-over.disabled',
    'hand-over.already-there',
    'hand-over.full',
  ],
  rateLimit: { max: 60, windowSeconds: 60, per: 'session' },
  audit: 'conversation.handed-over',
});

export const takeBackConversation = endpoint({
  method: 'POST',
  path: '/api/desk/conversations/:conversationId/takeBack',
  audience: ['desk'],
  summary: 'Takes back a conversation of this sub-account’s social account that another sub-account handles.',
  params: conversationParams,
  body: z.strictObject({ authorName: agentName.optional() }),
  answer: conversation,
  errors: ['conversation.not-found'],
  audit: 'conversation.taken-back',
});

export const takeBackForOwner = endpoint({
  method: 'POST',
  path: '/api/user/chatHistory/conversations/:conversationId/takeBack',
  audience: ['console'],
  summary: 'Returns a conversation to the sub-account of its social account, by the owner.',
  params: conversationParams,
  answer: z.null(),
  errors: ['conversation.not-found'],
  audit: 'conversation.taken-back',
});

export const conversationHandOvers = endpoint({
  method: 'GET',
  path: '/api/desk/conversations/:conversationId/handOvers',
  audience: ['desk'],
  summary: `The latest ${maxHandOversShown} hand-overs of a conversation, the last one first.`,
  params: conversationParams,
  answer: z.object({ list: z.array(handOver) }),
  errors: ['conversation.not-found'],
});

const handedOver = z.object({
  conversationId: id,
  socialAccountId: id,
  platform: platformId,
  /** The customer's name, or the group's; untrusted text. */
  title: z.string(),
  /** False: no name is known, and `title` is an id that means nothing to people. */
  named: z.boolean(),
  handOver,
});
export type HandedOver = z.output<typeof handedOver>;

export const handedOverConversations = endpoint({
  method: 'GET',
  path: '/api/desk/handedOverConversations',
  audience: ['desk'],
  summary:
    'Conversations of this sub-account’s social accounts that other sub-accounts handle, most recently handed over first.',
  query: z.strictObject(cursorQuery),
  answer: cursorPage(handedOver),
});
