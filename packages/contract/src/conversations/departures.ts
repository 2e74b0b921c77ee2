/** Departures: a social account leaves a group. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { conversation, conversationParams } from './shapes.ts';

const errors = ['conversation.not-found', 'group.none', 'group.no-leaving'] as const;

export const leaveGroup = endpoint({
  method: 'POST',
  path: '/api/desk/conversations/:conversationId/leaveGroup',
  audience: ['desk'],
  summary:
    'Makes the social account leave a group as soon as it is connected. The conversation is then closed and stays readable; rejoining reopens it. Idempotent. Not permitted to a sub-account to which the conversation was handed over.',
  params: conversationParams,
  answer: conversation,
  errors: [...errors, 'group.guest'],
  audit: 'conversation.group-left',
});

export const leaveGroupForOwner = endpoint({
  method: 'POST',
  path: '/api/user/chatHistory/conversations/:conversationId/leaveGroup',
  audience: ['console'],
  summary: 'Makes the social account leave a group, by the owner.',
  params: conversationParams,
  answer: z.null(),
  errors: [...errors],
  audit: 'conversation.group-left',
});
