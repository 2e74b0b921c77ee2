import { z } from 'zod';
import { platformId } from '../catalogues/platforms.ts';
import { endpoint } from '../endpoint.ts';
import { id, time } from '../values.ts';
import { conversationParams } from './shapes.ts';

/** The most other conversations of a customer that are listed, the latest first. */
export const mostOtherConversations = 20;

const otherConversation = z.object({
  id,
  platform: platformId,
  socialAccountId: id,
  socialAccountName: z.string(),
  lastMessageAt: time,
  unread: z.int(),
  /** The time at which an agent closed it. */
  closedAt: time.nullable(),
});
export type OtherConversation = z.output<typeof otherConversation>;

export const deskCustomer = endpoint({
  method: 'GET',
  path: '/api/desk/conversations/:conversationId/customer',
  audience: ['desk'],
  summary:
    'First and last contact with the customer of a private conversation on its social account, and the customer’s conversations on the other social accounts of this sub-account, latest message first.',
  params: conversationParams,
  answer: z.object({
    /** Null: the customer is no fan of the social account. */
    seen: z
      .object({
        /** The customer’s first message, or the time at which the customer was imported. */
        firstAt: time,
        /** To within ten minutes. */
        lastAt: time,
      })
      .nullable(),
    conversations: z.array(otherConversation),
    /** There are more than are listed. */
    more: z.boolean(),
  }),
  errors: ['conversation.not-found'],
});
