import { z } from 'zod';
import type { ConnectorManifest } from '../../spec.ts';

/**
 * `account`: one of the platform's accounts; default: the first. `appSecret`: the secret of the owner's own app.
 * `refreshToken`: calls use tokens of the authorization server `server`. `device`: the name under which the phone has linked
 * it.
 */
export type RichCredentials = {
  token: string;
  account?: string | undefined;
  appSecret?: string | undefined;
  server?: string | undefined;
  refreshToken?: string | undefined;
  device?: string | undefined;
  deviceName?: string | undefined;
};

/**
 * The suite's second platform has the capabilities that none of Parley's platforms has yet, so that the port's promises about
 * them are tested: media fetched by the platform, short messages limited by bytes, read receipts up to a time, rate limits, a
 * reply window with a price and templates after it, reply handles, changing customer ids, an archive per chat with history, an
 * app with a single webhook for all of its accounts, refreshed tokens, and pairing.
 */
export const richManifest: ConnectorManifest<RichCredentials> = {
  platform: 'rich',
  transports: ['stream', 'app-webhook'],
  webhookAnswerMs: 2_000,
  capabilities: {
    text: { maxCodePoints: 10_000, part: { max: 160, unit: 'utf8-bytes' } },
    media: { image: { maxBytes: 5_000_000 }, file: { maxBytes: 5_000_000 } },
    mediaByAddress: true,
    deliveryReceipts: true,
    readReceipts: true,
    markRead: false,
    typing: { inbound: false, outbound: false },
    presence: false,
    history: true,
    inboundOrder: true,
    startConversation: true,
    idempotentSend: false,
    replies: false,
    edits: { inbound: false, outbound: true },
    deletions: { inbound: false, outbound: true },
    reactions: { inbound: false, outbound: false },
    echoes: false,
    groups: null,
    window: { hours: 24, paidUntilHours: 168, afterwards: 'templates' },
    replyHandles: { required: false },
    templates: { anyTime: true, priced: true },
    historyImport: { maxDays: 365 },
    embed: false,
  },
  credentials: z.strictObject({
    token: z.string().min(1),
    account: z.string().min(1).optional(),
    appSecret: z.string().min(1).optional(),
    server: z.url().optional(),
    refreshToken: z.string().min(1).optional(),
    device: z.string().min(1).optional(),
    deviceName: z.string().min(1).optional(),
  }),
  pairing: {
    fields: [
      { name: 'deviceName', secret: false, required: false, placeholder: 'Parley' },
      { name: 'appSecret', secret: true, required: false },
    ],
    values: z.strictObject({
      deviceName: z.string().min(1).max(50).optional(),
      appSecret: z.string().min(1).optional(),
    }),
  },
  // WhatsApp's limits: 80 messages per second for a number, and one per six seconds to a customer.
  limits: {
    app: [{ count: 200, perMs: 3_600_000 }],
    account: [{ count: 80, perMs: 1_000 }],
    chat: [{ count: 1, perMs: 6_000, burst: 10 }],
  },
  fields: [
    { name: 'token', secret: true, required: true },
    { name: 'account', secret: false, required: false },
    { name: 'appSecret', secret: true, required: false },
    { name: 'server', secret: false, required: false },
    { name: 'refreshToken', secret: true, required: false },
  ],
};
