import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { fileLink } from '../files/endpoints.ts';
import { cursorPage, cursorQuery, id } from '../values.ts';
import { conversation, conversationParams, fileParams, history, historyQuery } from './shapes.ts';

export const chatHistoryConversations = endpoint({
  method: 'GET',
  path: '/api/user/chatHistory/conversations',
  audience: ['console'],
  summary: 'All conversations of the workspace, latest message first, for internal control.',
  query: z.strictObject({
    ...cursorQuery,
    socialAccountId: id.optional(),
    subAccountId: id.optional(),
    search: z.string().max(100).optional(),
  }),
  answer: cursorPage(conversation.extend({ subAccountRemark: z.string(), socialAccountName: z.string() })),
  audit: 'chat-history.read',
});

export const chatHistoryMessages = endpoint({
  method: 'GET',
  path: '/api/user/chatHistory/conversations/:conversationId/messages',
  audience: ['console'],
  summary: 'A stretch of one conversation in both languages.',
  params: conversationParams,
  query: historyQuery,
  /** `textsKept` false: its sub-account keeps no chat history. Messages from such a time have `erased` set. */
  answer: history.extend({ textsKept: z.boolean() }),
  errors: ['conversation.not-found'],
  audit: 'chat-history.read',
});

export const chatHistoryFileLink = endpoint({
  method: 'GET',
  path: '/api/user/chatHistory/conversations/:conversationId/files/:fileId',
  audience: ['console'],
  summary: 'An address of a file of this conversation, for pictures and players, which send no header.',
  params: fileParams,
  answer: fileLink,
  errors: ['conversation.not-found', 'file.not-found'],
  audit: 'chat-history.read',
});
