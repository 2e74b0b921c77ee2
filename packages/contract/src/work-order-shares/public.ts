/**
 * Endpoints for the holder of a link, for the page `/workOrder/share` and for programs alike. The link's token is sent in the
 * header `x-share-token` or, where that isn't possible, in the query.
 */
import { z } from 'zod';
import { sharedChat } from '../chat-shares/shapes.ts';
import { endpoint } from '../endpoint.ts';
import { fileLink } from '../files/endpoints.ts';
import {
  openedLink,
  sharePass as pass,
  shareParameter,
  sharePassHeader,
  shareTokenHeader,
  shareToken as token,
} from '../share-links.ts';
import { cursorPage, time } from '../values.ts';
import { snapshotFile } from './endpoints.ts';
import { maxSharedOrders, sharedChatEntry, sharedView } from './shapes.ts';

export { shareParameter, sharePassHeader, shareTokenHeader };

/** The path of a link; its token is a parameter. */
export const sharePage = '/workOrder/share';

const refusals = [
  'work-order-share.not-found',
  'work-order-share.disabled',
  'work-order-share.cancelled',
  'work-order-share.expired',
  'auth.pass-required',
] as const;

export const openWorkOrderShare = endpoint({
  method: 'POST',
  path: '/api/share/workOrder/open',
  audience: ['public'],
  summary:
    'Opens a link: counts the visit and, if the password is right, returns a pass for the other requests. Five wrong passwords within ten minutes lock the visitor’s address for ten minutes.',
  body: z.strictObject({ token, password: z.string().max(50).optional() }),
  answer: openedLink,
  errors: [...refusals, 'work-order-share.wrong-password', 'request.too-many'],
  rateLimit: { max: 120, windowSeconds: 60, per: 'address' },
  allowedInDemo: true,
  audit: { none: 'A visitor opens a page; the record counts it.' },
});

export const readWorkOrderShare = endpoint({
  method: 'GET',
  path: '/api/share/workOrder',
  audience: ['public'],
  linkHolder: 'token-and-pass',
  summary:
    'The content of a link, at most a second old. With `If-None-Match` the answer is 304 if nothing has changed.',
  query: z.strictObject({ token: token.optional(), pass: pass.optional() }),
  answer: sharedView,
  errors: refusals,
});

export const sharedSnapshots = endpoint({
  method: 'GET',
  path: '/api/share/workOrder/snapshots',
  audience: ['public'],
  linkHolder: 'token-and-pass',
  summary:
    'The signed closed days of a shared work order, as a file that can be verified offline. Links that show only some social accounts have none.',
  query: z.strictObject({
    token: token.optional(),
    pass: pass.optional(),
    /** The work order's position on the page, from 0. */
    order: z.coerce.number().int().min(0).max(maxSharedOrders).default(0),
  }),
  answer: snapshotFile,
  errors: refusals,
  rateLimit: { max: 120, windowSeconds: 60, per: 'address' },
});

const chatRefusals = [...refusals, 'work-order-share.chat-not-found'] as const;
/** Sized for an office with some readers behind one address, each polling every three seconds. */
const chatLimit = { max: 600, windowSeconds: 60, per: 'address' } as const;
const chat = z.string().min(1).max(300);

/** Maximum number of conversations per answer. */
export const sharedChatsAtOnce = 50;

export const sharedChats = endpoint({
  method: 'GET',
  path: '/api/share/workOrder/chats',
  audience: ['public'],
  linkHolder: 'token-and-pass',
  summary:
    'The conversations with the fans that the work orders of a link have counted, most recently counted first. Only if the link shows conversations.',
  query: z.strictObject({
    token: token.optional(),
    pass: pass.optional(),
    /** `nextCursor` of the previous answer, which is the `chat` of its last conversation. */
    cursor: chat.optional(),
  }),
  answer: cursorPage(sharedChatEntry),
  errors: chatRefusals,
  rateLimit: { max: 120, windowSeconds: 60, per: 'address' },
});

export const readSharedChat = endpoint({
  method: 'GET',
  path: '/api/share/workOrder/chat',
  audience: ['public'],
  linkHolder: 'token-and-pass',
  summary:
    'The latest messages of one of these conversations, those before a place, or those that are new or changed since an event.',
  /** At most one of `before` and `since`. */
  query: z.strictObject({
    token: token.optional(),
    pass: pass.optional(),
    chat,
    before: z.coerce.number().int().optional(),
    since: z.coerce.number().int().min(0).optional(),
  }),
  answer: sharedChat,
  errors: chatRefusals,
  rateLimit: chatLimit,
});

export const sharedChatFile = endpoint({
  method: 'GET',
  path: '/api/share/workOrder/chat/file',
  audience: ['public'],
  linkHolder: 'token-and-pass',
  summary: 'An address of the file of a message in such a conversation, valid for an hour or two.',
  query: z.strictObject({
    token: token.optional(),
    pass: pass.optional(),
    chat,
    /** The message’s place in the conversation. */
    seq: z.coerce.number().int(),
  }),
  answer: fileLink,
  errors: [...chatRefusals, 'file.not-found'],
  rateLimit: chatLimit,
});

export const snapshotPublicKeys = endpoint({
  method: 'GET',
  path: '/api/share/signingKeys',
  audience: ['public'],
  summary:
    'The public keys of all signed closed days, the current one first. Replaced keys stay, for the days they have signed.',
  answer: z.object({
    keys: z.array(
      z.object({
        id: z.string(),
        /** Base64 of the 32 bytes defined by RFC 8032. */
        publicKey: z.string(),
        createdAt: time,
        replacedAt: time.nullable(),
      }),
    ),
  }),
});
