/** Endpoints of the chat widget, Parley's own messaging platform. Accessible from any website that the owner allows. */
import { z } from 'zod';
import { attachment, messageKind } from '../conversations/attachments.ts';
import { reactionEmoji } from '../conversations/shapes.ts';
import { endpoint } from '../endpoint.ts';
import { fileLink, uploadPlace } from '../files/endpoints.ts';
import { captionText, id, nameText, time } from '../values.ts';
import { visitorRating } from './ratings.ts';

export const visitorMessage = z.object({
  id,
  seq: z.int(),
  changedSeq: z.int(),
  /** The sender. For `business`, the text is in the customer's language. */
  from: z.enum(['visitor', 'business']),
  /** The caption of a medium, or empty. */
  text: z.string(),
  /** True if its author deleted it: remove it. Its text is empty. */
  deleted: z.boolean(),
  attachment: attachment.nullable(),
  kind: messageKind,
  /** The place (`seq`) of the message of this conversation to which it replies. */
  replyTo: z.int().nullable(),
  /** True if its author has edited it. */
  edited: z.boolean(),
  reactions: z.array(z.object({ emoji: z.string(), from: z.enum(['visitor', 'business']) })),
  /** For the visitor's own messages: whether an agent has seen it. */
  state: z.enum(['sent', 'read']),
  /** The name of the agent who wrote it, if known and if the owner shows agents’ names; otherwise null. */
  author: z.string().nullable(),
  at: time,
});
export type VisitorMessage = z.output<typeof visitorMessage>;

export const businessState = z.object({
  name: z.string(),
  /** True if an agent's desk is connected for this account. */
  online: z.boolean(),
  color: z.string().nullable(),
  /** The owner's sentence, shown before the first message; untrusted like all text. */
  greeting: z.string().nullable(),
  offlineNote: z.string().nullable(),
});
export type BusinessState = z.output<typeof businessState>;

export const visitorStart = endpoint({
  method: 'POST',
  path: '/api/visitor/start',
  audience: ['public'],
  summary:
    'Opens the chat on a page. The token of an earlier visit continues its conversation; otherwise a new visitor is created, of whom nothing is stored before the first message.',
  body: z.strictObject({
    /** The website chat's account that the script tag names. */
    site: id,
    /** The browser's language, the initial guess for the conversation. */
    language: z.string().max(35).optional(),
    token: z.string().max(500).optional(),
  }),
  answer: z.object({
    token: z.string(),
    business: businessState,
    messages: z.array(visitorMessage),
    lastSeq: z.int(),
    /** Null: no rating is requested. */
    rating: visitorRating.nullable(),
  }),
  errors: ['channel.origin-refused'],
  rateLimit: { max: 60, windowSeconds: 60, per: 'address' },
  furtherLimits: [{ max: 1_200, windowSeconds: 60, per: 'site' }],
  audit: { none: 'Visitors are not users; their conversation is the record.' },
});

export const visitorSend = endpoint({
  method: 'POST',
  path: '/api/visitor/messages',
  audience: ['visitor'],
  summary: 'Sends the visitor’s message. Repeating the id returns the first answer.',
  body: z.strictObject({
    id,
    /** The caption if there is a file, and only then it may be empty. */
    text: captionText,
    /** A completed upload by this visitor, for the purpose `message`. */
    fileId: id.optional(),
    /** True if the file is a recording made for this chat; ignored for files other than audio. */
    voice: z.boolean().optional(),
    /** The message of this conversation to which it replies; ignored if it doesn't exist. */
    replyTo: id.optional(),
    /** The token of a split link's visit, from the page's address; ignored unless it is the workspace's. */
    visit: z.string().max(100).nullish(),
  }),
  answer: visitorMessage,
  errors: ['message.id-taken', 'message.empty', 'file.not-found'],
  rateLimit: { max: 60, windowSeconds: 60, per: 'session' },
  furtherLimits: [
    // Also limited by address, because a visitor can create new identities for free.
    { max: 120, windowSeconds: 60, per: 'address' },
    { max: 1_200, windowSeconds: 60, per: 'site' },
  ],
  audit: { none: 'The message itself says who sent it and when.' },
});

const messageParams = z.strictObject({ messageId: id });
/** Far more than a person makes; each change is stored and shown to desks, and an edit is translated. */
const changeLimits = {
  rateLimit: { max: 30, windowSeconds: 60, per: 'session' },
  furtherLimits: [
    { max: 60, windowSeconds: 60, per: 'address' },
    { max: 600, windowSeconds: 60, per: 'site' },
  ],
} as const;

/** The time after sending within which a visitor may edit or delete a message, in ms. */
export const visitorChangeMs = 3_600_000;

export const visitorEdit = endpoint({
  method: 'POST',
  path: '/api/visitor/messages/:messageId/edit',
  audience: ['visitor'],
  summary:
    'Edits the text of the visitor’s own message, within an hour of sending it. The earlier text is kept for the owner. Idempotent.',
  params: messageParams,
  body: z.strictObject({
    /** The caption of a file; otherwise it must not be empty. */
    text: captionText,
  }),
  answer: visitorMessage,
  errors: ['message.not-found', 'message.unchangeable', 'message.empty'],
  ...changeLimits,
  audit: { none: 'The message itself keeps its former texts.' },
});

export const visitorTakeBack = endpoint({
  method: 'POST',
  path: '/api/visitor/messages/:messageId/takeBack',
  audience: ['visitor'],
  summary:
    'Deletes the visitor’s own message, within an hour of sending it. It is kept for the owner, marked as deleted. Idempotent.',
  params: messageParams,
  answer: visitorMessage,
  errors: ['message.not-found', 'message.unchangeable'],
  ...changeLimits,
  audit: { none: 'The message itself stays, marked, for the owner.' },
});

export const visitorReact = endpoint({
  method: 'POST',
  path: '/api/visitor/messages/:messageId/react',
  audience: ['visitor'],
  summary: 'Sets the visitor’s reaction to a message of the business.',
  params: messageParams,
  body: z.strictObject({
    /** Null: removes the reaction. */
    emoji: reactionEmoji.nullable(),
  }),
  answer: visitorMessage,
  errors: ['message.not-found', 'message.unchangeable'],
  ...changeLimits,
  audit: { none: 'Shown on the message itself.' },
});

export const visitorUpload = endpoint({
  method: 'POST',
  path: '/api/visitor/uploads',
  audience: ['visitor'],
  summary: 'Where and how a file that the visitor is going to send may be uploaded.',
  body: z.strictObject({
    fileName: nameText(200),
    contentType: z.string().min(1).max(100),
    size: z.int().min(1).max(1_000_000_000),
  }),
  answer: uploadPlace,
  errors: ['file.type-refused', 'file.too-large', 'file.too-many'],
  rateLimit: { max: 20, windowSeconds: 600, per: 'session' },
  furtherLimits: [{ max: 60, windowSeconds: 600, per: 'address' }],
  audit: { none: 'A file alone does nothing; the message that it is sent with is the record.' },
});

export const visitorUploadComplete = endpoint({
  method: 'POST',
  path: '/api/visitor/uploads/complete',
  audience: ['visitor'],
  summary: 'Verifies an uploaded file: it must exist, with the announced size and the declared type.',
  body: z.strictObject({ fileId: id }),
  answer: z.object({ fileId: id }),
  errors: ['resource.not-found', 'file.not-uploaded', 'file.type-refused'],
  rateLimit: { max: 20, windowSeconds: 600, per: 'session' },
  furtherLimits: [{ max: 60, windowSeconds: 600, per: 'address' }],
  audit: { none: 'A file alone does nothing; the message that it is sent with is the record.' },
});

export const visitorFileLink = endpoint({
  method: 'GET',
  path: '/api/visitor/files/:fileId',
  audience: ['visitor'],
  summary:
    'An address of a file of the visitor’s conversation, for images and players, which send no header.',
  params: z.strictObject({ fileId: id }),
  answer: fileLink,
  errors: ['file.not-found'],
});

export const visitorEvents = endpoint({
  method: 'GET',
  path: '/api/visitor/events',
  audience: ['visitor'],
  summary: 'New and changed messages since event N, and whether the business is online.',
  query: z.strictObject({ since: z.coerce.number().int().min(0) }),
  answer: z.object({
    messages: z.array(visitorMessage),
    lastSeq: z.int(),
    online: z.boolean(),
    /** Null: no rating is requested. */
    rating: visitorRating.nullable(),
  }),
});

export const visitorReceipt = endpoint({
  method: 'POST',
  path: '/api/visitor/receipt',
  audience: ['visitor'],
  summary: 'Marks the business’s messages up to `seq` as delivered to the browser, or as seen.',
  body: z.strictObject({ seq: z.int().min(0), state: z.enum(['delivered', 'read']) }),
  answer: z.null(),
  audit: { none: 'A reading position.' },
});

export const visitorTyping = endpoint({
  method: 'POST',
  path: '/api/visitor/typing',
  audience: ['visitor'],
  summary: 'Reports that the visitor is typing.',
  body: z.strictObject({ on: z.boolean() }),
  answer: z.null(),
  rateLimit: { max: 120, windowSeconds: 60, per: 'session' },
  audit: { none: 'Stores nothing.' },
});

/**
 * `GET /api/visitor/stream` is a server-sent event stream (not JSON, so not declared as an endpoint), with the usual bearer
 * token; each event's data is one of these. It only signals that there is something new.
 */
export const visitorStreamPath = '/api/visitor/stream';
export const visitorStreamEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('changed'), seq: z.int() }),
  z.object({
    type: z.literal('typing'),
    on: z.boolean(),
    /** The name of the agent who is typing, if known and if the owner shows agents’ names. */
    name: z.string().optional(),
  }),
  z.object({ type: z.literal('online'), online: z.boolean() }),
]);
export type VisitorStreamEvent = z.output<typeof visitorStreamEvent>;
