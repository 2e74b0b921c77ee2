import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, page, pageQuery } from '../values.ts';
import { chatShare, chatShareForm, shareStatus } from './shapes.ts';

export const chatSharePage = endpoint({
  method: 'GET',
  path: '/api/user/chatShare/page',
  audience: ['console'],
  summary: 'The links to conversations, latest first.',
  query: z.strictObject({
    ...pageQuery,
    /** A part of the title. */
    search: z.string().max(100).optional(),
    conversationId: id.optional(),
    status: shareStatus.optional(),
  }),
  answer: page(chatShare),
});

export const getChatShare = endpoint({
  method: 'GET',
  path: '/api/user/chatShare/get',
  audience: ['console'],
  summary: 'One link to a conversation.',
  query: z.strictObject({ shareId: id }),
  answer: chatShare,
  errors: ['chat-share.not-found'],
});

export const createChatShare = endpoint({
  method: 'POST',
  path: '/api/user/chatShare/create',
  audience: ['console'],
  summary: 'Creates a link that shows one conversation to anybody who has it.',
  body: z.strictObject({ conversationId: id, ...chatShareForm }),
  answer: chatShare,
  errors: ['conversation.not-found', 'chat-share.password-needed', 'chat-share.too-many'],
  audit: 'chat-share.created',
});

export const updateChatShare = endpoint({
  method: 'PUT',
  path: '/api/user/chatShare/update',
  audience: ['console'],
  summary:
    'Changes a link’s title, access and validity. The link itself stays the same. Visitors who entered an earlier password are asked again.',
  body: z.strictObject({ shareId: id, version: z.int32(), ...chatShareForm }),
  answer: chatShare,
  errors: ['chat-share.not-found', 'chat-share.cancelled', 'chat-share.password-needed', 'resource.stale'],
  audit: ['chat-share.changed', 'chat-share.password-changed'],
});

export const setChatShareEnabled = endpoint({
  method: 'PUT',
  path: '/api/user/chatShare/enabled',
  audience: ['console'],
  summary: 'Disables a link temporarily, or enables it again.',
  body: z.strictObject({ shareId: id, enabled: z.boolean() }),
  answer: chatShare,
  errors: ['chat-share.not-found', 'chat-share.cancelled'],
  audit: ['chat-share.enabled', 'chat-share.disabled'],
});

export const cancelChatShare = endpoint({
  method: 'POST',
  path: '/api/user/chatShare/cancel',
  audience: ['console'],
  summary: 'Cancels sharing by a link permanently. The record stays.',
  body: z.strictObject({ shareId: id }),
  answer: chatShare,
  errors: ['chat-share.not-found'],
  audit: 'chat-share.cancelled',
});

export const deleteChatShare = endpoint({
  method: 'POST',
  path: '/api/user/chatShare/delete',
  audience: ['console'],
  summary: 'Deletes a link and its record. It no longer opens.',
  body: z.strictObject({ shareId: id }),
  answer: z.null(),
  errors: ['chat-share.not-found'],
  audit: 'chat-share.deleted',
});

export const getChatSharePassword = endpoint({
  method: 'GET',
  path: '/api/user/chatShare/password',
  audience: ['console'],
  summary: 'The password of a link, to pass it on; null: none is set.',
  query: z.strictObject({ shareId: id }),
  answer: z.object({ password: z.string().nullable() }),
  errors: ['chat-share.not-found'],
});
