import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { fileLink } from '../files/endpoints.ts';
import { cursorPage, cursorQuery, id, time } from '../values.ts';
import {
  conversation,
  conversationParams,
  events,
  eventsQuery,
  fileParams,
  placedHistory,
  placedHistoryQuery,
} from './shapes.ts';

const historyConversation = conversation.extend({
  subAccountRemark: z.string(),
  socialAccountName: z.string(),
});

export const chatHistoryConversations = endpoint({
  method: 'GET',
  path: '/api/user/chatHistory/conversations',
  audience: ['console'],
  summary: 'All conversations of the workspace, latest message first, for supervision.',
  query: z.strictObject({
    ...cursorQuery,
    socialAccountId: id.optional(),
    subAccountId: id.optional(),
    search: z.string().max(100).optional(),
  }),
  answer: cursorPage(historyConversation),
  audit: 'chat-history.read',
});

export const chatHistoryConversation = endpoint({
  method: 'GET',
  path: '/api/user/chatHistory/conversation',
  audience: ['console'],
  summary: 'One conversation, as in the list, without its last message.',
  query: conversationParams,
  answer: historyConversation,
  errors: ['conversation.not-found'],
});

export const chatHistoryMessages = endpoint({
  method: 'GET',
  path: '/api/user/chatHistory/conversations/:conversationId/messages',
  audience: ['console'],
  summary: 'A stretch of one conversation in both languages.',
  params: conversationParams,
  query: placedHistoryQuery,
  answer: placedHistory.extend({
    /** False: its sub-account keeps no chat history. Messages from such periods have `erased` set. */
    textsKept: z.boolean(),
  }),
  errors: ['conversation.not-found'],
  audit: 'chat-history.read',
});

export const chatHistoryEvents = endpoint({
  method: 'GET',
  path: '/api/user/chatHistory/conversations/:conversationId/events',
  audience: ['console'],
  summary: 'New and changed messages of one conversation since event N.',
  params: conversationParams,
  query: eventsQuery,
  answer: events,
  errors: ['conversation.not-found'],
  audit: 'chat-history.read',
});

export const chatHistoryFileLink = endpoint({
  method: 'GET',
  path: '/api/user/chatHistory/conversations/:conversationId/files/:fileId',
  audience: ['console'],
  summary: 'An address of a file of this conversation, for images and players, which send no header.',
  params: fileParams,
  answer: fileLink,
  errors: ['conversation.not-found', 'file.not-found'],
  audit: 'chat-history.read',
});

export const chatHistoryVersions = endpoint({
  method: 'GET',
  path: '/api/user/chatHistory/conversations/:conversationId/messages/:messageId/versions',
  audience: ['console'],
  summary:
    'Earlier versions of an edited message’s text, oldest first; the first and the latest ones if there are more than 100.',
  params: conversationParams.extend({ messageId: id }),
  answer: z.object({
    versions: z.array(
      z.object({
        original: z.string(),
        translation: z.string().nullable(),
        /** The time until which this was the text. */
        replacedAt: time,
      }),
    ),
  }),
  errors: ['conversation.not-found', 'message.not-found'],
  audit: 'chat-history.read',
});

/** Maximum number of messages translated per request; the first ones of a longer range. */
export const untranslatedLimit = 200;

/** Places in the conversation, inclusive. */
const range = { fromSeq: z.coerce.number().int(), toSeq: z.coerce.number().int() };

export const quoteUntranslatedMessages = endpoint({
  method: 'GET',
  path: '/api/user/chatHistory/conversations/:conversationId/untranslated',
  audience: ['console'],
  summary:
    'The customer’s messages in a stretch, at most 200, that have no translation but can get one with the current settings, and the cost.',
  params: conversationParams,
  query: z.strictObject(range),
  answer: z.object({ messages: z.int(), characters: z.int() }),
  errors: ['conversation.not-found'],
});

export const translateMessages = endpoint({
  method: 'POST',
  path: '/api/user/chatHistory/conversations/:conversationId/translate',
  audience: ['console'],
  summary:
    'Translates the customer’s untranslated messages in a stretch, at most 200, at the usual charge. Translations follow as events; a second request starts none twice.',
  params: conversationParams,
  body: z.strictObject({ fromSeq: z.int(), toSeq: z.int() }),
  answer: z.object({
    /** The number of messages whose translation this request started. */
    messages: z.int(),
  }),
  errors: ['conversation.not-found'],
  audit: 'chat-history.translated',
});
