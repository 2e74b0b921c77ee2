import { z } from 'zod';
import type { ConnectorManifest } from '../../spec.ts';

export type RichCredentials = { token: string };

/**
 * The suite's second platform has what none of Parley's platforms has yet, so that the port's promises about it are tested:
 * short messages, limited by bytes, read receipts that name a time, rates, a reply window, and an archive for each chat.
 */
export const richManifest: ConnectorManifest<RichCredentials> = {
  platform: 'rich',
  transports: ['stream'],
  capabilities: {
    text: { maxCodePoints: 10_000, part: { max: 160, unit: 'utf8-bytes' } },
    media: {},
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
    window: { hours: 24 },
    embed: false,
  },
  credentials: z.strictObject({ token: z.string().min(1) }),
  // The figures of WhatsApp: 80 messages a second for a number, and one to a customer in six seconds.
  limits: {
    app: [{ count: 200, perMs: 3_600_000 }],
    account: [{ count: 80, perMs: 1_000 }],
    chat: [{ count: 1, perMs: 6_000, burst: 10 }],
  },
  fields: [{ name: 'token', secret: true, required: true }],
};
