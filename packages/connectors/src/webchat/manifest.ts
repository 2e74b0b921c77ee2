import { mediaKind } from '@parley/contract/conversations';
import { fileRules } from '@parley/contract/files';
import { messageLimit } from '@parley/contract/values';
import { z } from 'zod';
import { optionalField } from '../kit/form.ts';
import type { ConnectorManifest } from '../spec.ts';

/** A form may send the origins as one text, one per line. */
const asList = (value: unknown) =>
  typeof value === 'string' ? value.split(/[\s,]+/).filter((part) => part !== '') : value;

/** `https://shop.example`, with a port unless it is the default; no path. `*` matches every website. */
const origin = z.string().transform((value, context) => {
  if (value === '*') return value;
  const parsed = URL.parse(value);
  const web = parsed?.protocol === 'https:' || parsed?.protocol === 'http:';
  const bare = parsed && parsed.pathname === '/' && parsed.search === '' && parsed.hash === '';
  if (parsed && web && bare && parsed.username === '' && !value.includes('*')) return parsed.origin;
  context.addIssue({ code: 'custom', message: `«${value}» is not an origin such as https://shop.example` });
  return z.NEVER;
});

const note = optionalField(z.string().trim().max(500));

export const webchatCredentials = z.strictObject({
  siteName: z.string().trim().min(1).max(100),
  /** The websites that may show the widget. Allowing all requires an explicit `*`. */
  origins: z.preprocess(asList, z.array(origin).min(1).max(50)),
  welcomeText: note,
  offlineText: note,
  /** Format: `#rrggbb` */
  accentColor: optionalField(z.string().regex(/^#[0-9a-f]{6}$/i)),
  /** Shows visitors the names that agents have set for themselves. Absent: off. */
  showAgentNames: optionalField(z.literal('true')),
  /** Requests a rating from visitors after an agent has closed the conversation. Absent: off. */
  askForRating: optionalField(z.literal('true')),
});

export type WebchatCredentials = z.output<typeof webchatCredentials>;

const largest = Math.max(...fileRules.message.maxBytes.values());

export const webchatManifest: ConnectorManifest<WebchatCredentials> = {
  platform: 'webchat',
  transports: ['own'],
  capabilities: {
    text: { maxCodePoints: messageLimit },
    media: Object.fromEntries(mediaKind.options.map((kind) => [kind, { maxBytes: largest }])),
    deliveryReceipts: true,
    readReceipts: true,
    markRead: true,
    typing: { inbound: true, outbound: true },
    presence: true,
    history: true,
    inboundOrder: true,
    startConversation: false,
    idempotentSend: true,
    replies: true,
    edits: { inbound: true, outbound: true },
    deletions: { inbound: true, outbound: true },
    reactions: { inbound: true, outbound: true },
    echoes: false,
    groups: null,
    embed: true,
  },
  credentials: webchatCredentials,
  fields: [
    { name: 'siteName', secret: false, required: true },
    { name: 'origins', secret: false, required: true, multiline: true, placeholder: 'https://shop.example' },
    { name: 'welcomeText', secret: false, required: false },
    { name: 'offlineText', secret: false, required: false },
    { name: 'accentColor', secret: false, required: false, placeholder: '#165DFF' },
    { name: 'showAgentNames', secret: false, required: false, toggle: true },
    { name: 'askForRating', secret: false, required: false, toggle: true },
  ],
};

/** Returns whether a page of this origin may show the widget. `origin` is the value of the request header. */
export function originAllowed(credentials: WebchatCredentials, origin: string | undefined): boolean {
  if (credentials.origins.includes('*')) return true;
  return origin !== undefined && credentials.origins.includes(origin);
}

/** Returns whether visitors may see agents' names: only if the owner has turned that on. */
export function showsAgentNames(credentials: WebchatCredentials): boolean {
  return credentials.showAgentNames === 'true';
}

/** Returns whether visitors are asked for ratings: only if the owner has turned that on. */
export function asksForRatings(credentials: WebchatCredentials): boolean {
  return credentials.askForRating === 'true';
}
