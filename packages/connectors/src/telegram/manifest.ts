import { messageLimit } from '@parley/contract/values';
import { z } from 'zod';
import { optionalField } from '../kit/form.ts';
import type { ConnectorManifest } from '../spec.ts';
import { partLimit } from './text.ts';

/** Telegram's MB is a million bytes. */
const MB = 1_000_000;

const credentials = z.strictObject({
  /** The token from BotFather: the bot's id, a colon, and a secret. */
  token: z
    .string()
    .trim()
    .regex(/^\d{1,20}:[\w-]{10,100}$/),
  /** The root of a self-hosted Bot API server; empty means Telegram's own. */
  apiRoot: optionalField(z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''))),
  /** The person for whose business account the bot answers: a user name, or the platform's numeric id. */
  businessUser: optionalField(
    z
      .string()
      .trim()
      .regex(/^(@?[A-Za-z]\w{3,31}|\d{1,20})$/),
  ),
});

export type TelegramCredentials = z.output<typeof credentials>;

export function apiRootOf({ apiRoot }: TelegramCredentials): string {
  return apiRoot ?? 'https://api.telegram.org';
}

/**
 * The Bot API reports neither receipts nor the customer's typing or presence, has no idempotency key, and lets a bot write only
 * to customers who wrote first. It keeps updates for 24 hours. Source: https://core.telegram.org/bots/api
 */
export const telegramManifest: ConnectorManifest<TelegramCredentials> = {
  platform: 'telegram',
  transports: ['webhook', 'polling'],
  capabilities: {
    text: { maxCodePoints: messageLimit, part: partLimit },
    // https://core.telegram.org/bots/api#sending-files: pictures up to 10 MB, other files up to 50 MB.
    media: {
      image: { maxBytes: 10 * MB },
      audio: { maxBytes: 50 * MB },
      voice: { maxBytes: 50 * MB },
      video: { maxBytes: 50 * MB },
      file: { maxBytes: 50 * MB },
    },
    deliveryReceipts: false,
    readReceipts: false,
    markRead: false,
    typing: { inbound: false, outbound: true },
    presence: false,
    history: true,
    inboundOrder: true,
    startConversation: false,
    idempotentSend: false,
    replies: true,
    edits: { inbound: true, outbound: true },
    // https://core.telegram.org/bots/api#deletemessage. Customers' deletions are reported only for chats of a business account.
    deletions: { inbound: false, outbound: true, outboundHours: 48 },
    reactions: { inbound: true, outbound: true },
    // For a business account, whose person also writes with Telegram's own clients.
    echoes: true,
    groups: {
      inbound: true,
      outbound: true,
      // The Bot API lists administrators only. A bot is added without being asked.
      members: 'seen',
      mentions: { inbound: true, outbound: true },
      invitations: false,
      leaving: true,
    },
    embed: false,
  },
  credentials,
  // https://core.telegram.org/bots/faq#my-bot-is-hitting-limits-how-do-i-avoid-this: 30 messages per second; one per second in
  // a chat, apart from short bursts; 20 per minute in a group.
  limits: {
    account: [{ count: 30, perMs: 1_000 }],
    chat: [{ count: 1, perMs: 1_000, burst: 3 }],
    group: [{ count: 20, perMs: 60_000 }],
  },
  fields: [
    { name: 'token', secret: true, required: true, placeholder: '123456789:AA…' },
    { name: 'apiRoot', secret: false, required: false, placeholder: 'https://api.telegram.org' },
    { name: 'businessUser', secret: false, required: false, placeholder: '@shop' },
  ],
};
