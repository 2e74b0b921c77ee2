import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { time } from '../values.ts';
import { agentName } from './colleagues.ts';
import { conversation, conversationParams } from './shapes.ts';

/**
 * open: neither snoozed nor closed; pinned first, then latest first. waiting: open ones whose customers await a reply, longest
 * wait first. snoozed: next to wake first. closed: most recently closed first. archived: closed ones that the customer's
 * messages don't reopen, most recently archived first; they appear in no other view.
 */
export const conversationView = z.enum(['open', 'waiting', 'snoozed', 'closed', 'archived']);
export type ConversationView = z.output<typeof conversationView>;

/** Maximum number of conversations that a sub-account can pin at the same time. */
export const maxPinned = 50;

/** Maximum duration of a snooze, in days. */
export const maxSnoozedDays = 366;

export const triageConversation = endpoint({
  method: 'POST',
  path: '/api/desk/conversations/:conversationId/triage',
  audience: ['desk'],
  summary:
    'Pins, snoozes, closes or archives a conversation for all agents of the sub-account, or undoes that. Closing unpins, and closed conversations can’t be pinned. Archiving closes, and opening unarchives. Omitted fields stay as they are. Idempotent.',
  params: conversationParams,
  body: z.strictObject({
    pinned: z.boolean().optional(),
    /** With `pinned`: restores the position of that time instead of appending to the pinned ones. */
    pinnedAt: time.optional(),
    /** A time in the past counts as null. */
    snoozedUntil: time.nullable().optional(),
    closed: z.boolean().optional(),
    /** Closed until an agent opens it: the customer's messages are stored without an alert. */
    archived: z.boolean().optional(),
    /** The latest event that the agent has seen: nothing changes if the customer has written since. */
    seenSeq: z.int().min(0).optional(),
    /** With `closed`: the name of the person at the desk, for the rating requested of a website visitor. */
    authorName: agentName.optional(),
  }),
  answer: conversation,
  errors: [
    'conversation.not-found',
    'conversation.pins-full',
    'conversation.written-meanwhile',
    'conversation.snooze-too-long',
  ],
  audit: { none: 'The order of an agent’s work, changed all day long.' },
});

/** Counting stops at this number, which means this many or more. */
export const maxCounted = 100;

export const deskConversationCounts = endpoint({
  method: 'GET',
  path: '/api/desk/conversationCounts',
  audience: ['desk'],
  summary:
    'The numbers of this sub-account’s conversations that await a reply or are snoozed, each up to 100.',
  answer: z.object({ waiting: z.int(), snoozed: z.int() }),
});
