/**
 * Endpoints for the holder of a link; the page `/chatHistory/share` uses nothing else. The link's token is sent in the header
 * `x-share-token` or, where that isn't possible, in the query.
 */
import { z } from 'zod';
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
import { sharedChat } from './shapes.ts';

export { shareParameter, sharePassHeader, shareTokenHeader };

/** The path of a link; its token is a parameter. */
export const chatSharePath = '/chatHistory/share';

/** Maximum number of messages per answer. */
export const sharedAtOnce = 50;

const refusals = [
  'chat-share.not-found',
  'chat-share.disabled',
  'chat-share.cancelled',
  'chat-share.expired',
  'auth.pass-required',
] as const;

/** Sized for an office with some readers behind one address, each polling every three seconds. */
const readLimit = { max: 600, windowSeconds: 60, per: 'address' } as const;

export const openChatShare = endpoint({
  method: 'POST',
  path: '/api/share/chatHistory/open',
  audience: ['public'],
  summary:
    'Opens a link: counts the visit and, if the password is right, returns a pass for the other requests. Five wrong passwords within ten minutes lock the visitor’s address for ten minutes.',
  body: z.strictObject({ token, password: z.string().max(50).optional() }),
  answer: openedLink,
  errors: [...refusals, 'chat-share.wrong-password', 'request.too-many'],
  rateLimit: { max: 120, windowSeconds: 60, per: 'address' },
  allowedInDemo: true,
  audit: { none: 'A visitor opens a page; the record counts it.' },
});

export const readChatShare = endpoint({
  method: 'GET',
  path: '/api/share/chatHistory',
  audience: ['public'],
  linkHolder: 'token-and-pass',
  summary:
    'The latest messages of a shared conversation, those before a place, or those that are new or changed since an event.',
  /** At most one of `before` and `since`. */
  query: z.strictObject({
    token: token.optional(),
    pass: pass.optional(),
    before: z.coerce.number().int().optional(),
    since: z.coerce.number().int().min(0).optional(),
  }),
  answer: sharedChat,
  errors: refusals,
  rateLimit: readLimit,
});

export type SharedFileLink = z.output<typeof fileLink>;

export const sharedFileLink = endpoint({
  method: 'GET',
  path: '/api/share/chatHistory/file',
  audience: ['public'],
  linkHolder: 'token-and-pass',
  summary: 'An address of the file of a shared message, for images and players, valid for an hour or two.',
  query: z.strictObject({
    token: token.optional(),
    pass: pass.optional(),
    /** The message’s place in the conversation. */
    seq: z.coerce.number().int(),
  }),
  answer: fileLink,
  errors: [...refusals, 'file.not-found'],
  rateLimit: readLimit,
});
