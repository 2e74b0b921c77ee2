import { z } from 'zod';
import { platformId } from '../catalogues/platforms.ts';
import { endpoint } from '../endpoint.ts';
import { fileLink } from '../files/endpoints.ts';
import { filledTemplate } from '../message-templates/shapes.ts';
import { captionText, commaSeparated, cursorPage, cursorQuery, id, messageText } from '../values.ts';
import { agentName } from './colleagues.ts';
import { maxFilterTags } from './desk-fan-tags.ts';
import {
  conversation,
  conversationParams,
  events,
  eventsQuery,
  fileParams,
  message,
  placedHistory,
  placedHistoryQuery,
  reactionEmoji,
} from './shapes.ts';
import { conversationView } from './triage.ts';

export const deskConversations = endpoint({
  method: 'GET',
  path: '/api/desk/conversations',
  audience: ['desk'],
  summary:
    'This sub-account’s conversations. The first page of open conversations starts with the pinned ones, in addition to `pageSize`. `search` matches titles and aliases.',
  query: z.strictObject({
    ...cursorQuery,
    /** Default: the open ones, or all with `search`. */
    view: conversationView.optional(),
    platform: platformId.optional(),
    socialAccountId: id.optional(),
    kind: conversation.shape.kind.optional(),
    search: z.string().max(100).optional(),
    unread: z.enum(['true', 'false']).optional(),
    /** Only conversations with fans who have any of these tags. */
    tagIds: commaSeparated(id, maxFilterTags).optional(),
  }),
  answer: cursorPage(conversation),
});

export const deskConversation = endpoint({
  method: 'GET',
  path: '/api/desk/conversations/:conversationId',
  audience: ['desk'],
  summary: 'One conversation.',
  params: conversationParams,
  answer: conversation,
  errors: ['conversation.not-found'],
});

export const deskEvents = endpoint({
  method: 'GET',
  path: '/api/desk/conversations/:conversationId/events',
  audience: ['desk'],
  summary: 'New and changed messages since event N.',
  params: conversationParams,
  query: eventsQuery,
  answer: events,
  errors: ['conversation.not-found'],
});

export const deskMessages = endpoint({
  method: 'GET',
  path: '/api/desk/conversations/:conversationId/messages',
  audience: ['desk'],
  summary: 'A stretch of the conversation: its latest messages, or those before, after or around a place.',
  params: conversationParams,
  query: placedHistoryQuery,
  answer: placedHistory,
  errors: ['conversation.not-found'],
});

export const deskFileLink = endpoint({
  method: 'GET',
  path: '/api/desk/conversations/:conversationId/files/:fileId',
  audience: ['desk'],
  summary: 'An address of a file of this conversation, for images and players, which send no header.',
  params: fileParams,
  answer: fileLink,
  errors: ['conversation.not-found', 'file.not-found'],
});

export const previewTranslation = endpoint({
  method: 'POST',
  path: '/api/desk/conversations/:conversationId/preview',
  audience: ['desk'],
  summary:
    'Translates a text for this conversation’s customer before it is sent. Charged once: sending the same text afterwards costs nothing more.',
  params: conversationParams,
  body: z.strictObject({
    /** The id under which the message will be sent. */
    messageId: id,
    text: messageText,
  }),
  answer: z.object({
    /** Null if nothing needs translating: it would be sent as written. */
    translation: z.string().nullable(),
    source: z.string(),
    target: z.string().nullable(),
    characters: z.int(),
  }),
  errors: ['message.sensitive', 'conversation.not-found', 'translation.failed', 'characters.short'],
  audit: { none: 'Translates and stores nothing but the usage record.' },
});

/** Errors of the platform's rules about which messages it accepts when. */
const windowErrors = [
  'message.too-late',
  'message.template-only',
  'message.template-early',
  'message.priced',
] as const;

export const sendMessage = endpoint({
  method: 'POST',
  path: '/api/desk/conversations/:conversationId/messages',
  audience: ['desk'],
  summary:
    'Stores a message durably and answers immediately; translation and delivery follow as events. Repeating the id returns the first answer.',
  params: conversationParams,
  body: z.strictObject({
    id,
    /** The caption if there is a file, and only then it may be empty. */
    text: captionText,
    /** `original`: sent as written, regardless of the settings. */
    mode: z.enum(['translate', 'original']),
    /** A completed upload by this agent, for the purpose `message`. */
    fileId: id.optional(),
    /** True if the file is a recording made for this chat; ignored for files other than audio. */
    voice: z.boolean().optional(),
    /** The message of this conversation to which it replies. */
    replyToId: id.optional(),
    /** The name of the person at the desk; shown to website visitors if the owner shows agents’ names. */
    authorName: agentName.optional(),
    /** The latest event that the writer has seen: refused if another agent has written to the customer since. */
    seenSeq: z.int().min(0).optional(),
    /** Sends this template of the social account; `text` is the template with its values, as the agent has seen it. */
    template: filledTemplate.optional(),
    /** The writer accepts that the platform may charge for it. */
    acceptsPrice: z.boolean().optional(),
  }),
  answer: message,
  errors: [
    'message.sensitive',
    'message.answered-meanwhile',
    'group.left',
    ...windowErrors,
    'template.not-found',
    'template.changed',
    'template.values',
    'template.alone',
    'conversation.not-found',
    'message.not-found',
    'message.id-taken',
    'message.empty',
    'file.not-found',
  ],
  audit: { none: 'The message itself says who sent it and when.' },
});

const messageParams = z.strictObject({ messageId: id });

export const deskMessage = endpoint({
  method: 'GET',
  path: '/api/desk/messages/:messageId',
  audience: ['desk'],
  summary: 'The current state of one message of this sub-account’s conversations.',
  params: messageParams,
  answer: message,
  errors: ['message.not-found'],
});

export const editMessage = endpoint({
  method: 'POST',
  path: '/api/desk/messages/:messageId/edit',
  audience: ['desk'],
  summary:
    'Edits the text of a sent message, if the platform supports it (`capabilities.edits`). It is translated first, and charged as a new text; the message changes once the platform has confirmed the edit, and its earlier text is kept for the owner.',
  params: messageParams,
  body: z.strictObject({
    text: messageText,
    /** `original`: sent as written, regardless of the settings. */
    mode: z.enum(['translate', 'original']),
  }),
  answer: message,
  errors: [
    'message.sensitive',
    'message.not-found',
    'message.unchangeable',
    'message.changing',
    'translation.failed',
    'characters.short',
  ],
  audit: { none: 'The message itself keeps its former texts.' },
});

export const takeBackMessage = endpoint({
  method: 'POST',
  path: '/api/desk/messages/:messageId/takeBack',
  audience: ['desk'],
  summary:
    'Deletes a sent message for the customer, if the platform supports it (`capabilities.deletions`). A failed message was never delivered, and is only marked. It is kept for the owner.',
  params: messageParams,
  answer: message,
  errors: ['message.not-found', 'message.unchangeable', 'message.changing'],
  audit: { none: 'The message itself stays, marked, for the owner.' },
});

export const reactToMessage = endpoint({
  method: 'POST',
  path: '/api/desk/messages/:messageId/react',
  audience: ['desk'],
  summary:
    'Sets the business’s reaction to a customer’s message, if the platform supports it (`capabilities.reactions`).',
  params: messageParams,
  body: z.strictObject({
    /** Null: removes the reaction. */
    emoji: reactionEmoji.nullable(),
  }),
  answer: message,
  errors: ['message.not-found', 'message.unchangeable', 'message.changing'],
  audit: { none: 'Shown on the message itself.' },
});

export const discardMessageChange = endpoint({
  method: 'POST',
  path: '/api/desk/messages/:messageId/discardChange',
  audience: ['desk'],
  summary: 'Discards a failed change: the message stays as it is.',
  params: messageParams,
  answer: message,
  errors: ['message.not-found', 'message.not-failed'],
  audit: { none: 'Nothing changes at the customer’s.' },
});

export const retryMessage = endpoint({
  method: 'POST',
  path: '/api/desk/messages/:messageId/retry',
  audience: ['desk'],
  summary:
    'Retries a failed or unconfirmed message, its failed change, or the failed translation or medium of an inbound message; translates or fetches an inbound message from imported history. Retrying an unconfirmed message may deliver it twice: the agent decides.',
  params: messageParams,
  answer: message,
  errors: ['message.sensitive', 'message.not-found', 'message.not-failed', ...windowErrors],
  audit: { none: 'The message itself says what became of it.' },
});

export const retryPricedMessage = endpoint({
  method: 'POST',
  path: '/api/desk/messages/:messageId/retryPriced',
  audience: ['desk'],
  summary:
    'Retries a failed message for which the platform charges (`message.priced`); the caller confirms the charge.',
  params: messageParams,
  answer: message,
  errors: ['message.sensitive', 'message.not-found', 'message.not-failed', ...windowErrors],
  audit: { none: 'The message itself says what became of it.' },
});

export const sendOriginal = endpoint({
  method: 'POST',
  path: '/api/desk/messages/:messageId/sendOriginal',
  audience: ['desk'],
  summary: 'Sends a message untranslated after its translation failed.',
  params: messageParams,
  answer: message,
  errors: ['message.sensitive', 'message.not-found', 'message.not-failed', ...windowErrors],
  audit: { none: 'The message itself says what became of it.' },
});

export const markRead = endpoint({
  method: 'POST',
  path: '/api/desk/conversations/:conversationId/read',
  audience: ['desk'],
  summary: 'Marks all events up to `seq` as seen; never moves backwards.',
  params: conversationParams,
  body: z.strictObject({ seq: z.int().min(0) }),
  answer: conversation,
  errors: ['conversation.not-found'],
  audit: { none: 'A reading position, moved all day long.' },
});

export const sendTyping = endpoint({
  method: 'POST',
  path: '/api/desk/conversations/:conversationId/typing',
  audience: ['desk'],
  summary: 'Shows the customer that the agent is typing, if the platform supports it.',
  params: conversationParams,
  body: z.strictObject({
    on: z.boolean(),
    /** The name of the person at the desk, as in `sendMessage`. */
    authorName: agentName.optional(),
  }),
  answer: z.null(),
  errors: ['conversation.not-found'],
  rateLimit: { max: 120, windowSeconds: 60, per: 'session' },
  audit: { none: 'Stores nothing.' },
});
