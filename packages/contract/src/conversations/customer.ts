import { z } from 'zod';
import { platformId } from '../catalogues/platforms.ts';
import { endpoint } from '../endpoint.ts';
import { id, time } from '../values.ts';
import { conversationParams } from './shapes.ts';

/** Maximum number of the customer's other conversations in the list, latest first. */
export const maxOtherConversations = 20;

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
    /** Null: the customer is not a fan of the social account. */
    seen: z
      .object({
        /** The customer’s first message, or the time at which the customer was imported. */
        firstAt: time,
        /** To within ten minutes. */
        lastAt: time,
      })
      .nullable(),
    conversations: z.array(otherConversation),
    /** True if there are more than are listed. */
    more: z.boolean(),
  }),
  errors: ['conversation.not-found'],
});
