/** A social account leaves a group. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { conversation, conversationParams } from './shapes.ts';

const errors = ['conversation.not-found', 'group.none', 'group.no-leaving'] as const;

export const leaveGroup = endpoint({
  method: 'POST',
  path: '/api/desk/conversations/:conversationId/leaveGroup',
  audience: ['desk'],
  summary:
    'Has the social account leave a group, as soon as it is connected. The conversation is closed then and stays readable; being let in again opens it. The same again changes nothing. A sub-account to which the conversation was handed over can’t.',
  params: conversationParams,
  answer: conversation,
  errors: [...errors, 'group.guest'],
  audit: 'conversation.group-left',
});

export const leaveGroupForOwner = endpoint({
  method: 'POST',
  path: '/api/user/chatHistory/conversations/:conversationId/leaveGroup',
  audience: ['console'],
  summary: 'Has the social account leave a group, by the owner.',
  params: conversationParams,
  answer: z.null(),
  errors: [...errors],
  audit: 'conversation.group-left',
});
