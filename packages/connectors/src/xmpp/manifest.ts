import { messageLimit } from '@parley/contract/values';
import { z } from 'zod';
import { optionalField } from '../kit/form.ts';
import type { ConnectorManifest } from '../spec.ts';

/** `local@domain`, without a resource. Source: RFC 7622, which excludes these characters from the local part. */
const bareJid = z
  .string()
  .trim()
  .max(2047)
  .regex(/^[^\s"&'/:<>@]+@[^\s"&'/:<>@]+$/)
  .transform((jid) => jid.toLowerCase());

const credentials = z.strictObject({
  jid: bareJid,
  password: z.string().min(1).max(1023),
  /** `xmpp://host:port` (STARTTLS) or `xmpps://host:port` (direct TLS). Absent: the address's domain, port 5222. */
  service: optionalField(z.url({ protocol: /^xmpps?$/, hostname: /.+/ })),
  /** PEM of a private certificate authority or self-signed certificate, which is then the only trusted one. */
  certificate: optionalField(z.string().regex(/-----BEGIN CERTIFICATE-----/)),
});

export type XmppCredentials = z.output<typeof credentials>;

/** 50 MiB, the maximum size of a file. */
const most = { maxBytes: 50 * 1024 * 1024 };

/** XMPP defines no maximum text length; servers accept stanzas of 256 KiB and more, beyond Parley's longest message. */
export const xmppManifest: ConnectorManifest<XmppCredentials> = {
  platform: 'xmpp',
  transports: ['stream'],
  capabilities: {
    text: { maxCodePoints: messageLimit },
    // Parley's own limits; a server's limit is known only once it is queried, and exceeding it fails with a reason.
    media: { image: most, audio: most, voice: most, video: most, file: most },
    deliveryReceipts: true,
    readReceipts: true,
    markRead: true,
    typing: { inbound: true, outbound: true },
    presence: true,
    history: true,
    inboundOrder: true,
    startConversation: true,
    idempotentSend: true,
    replies: true,
    edits: { inbound: true, outbound: true },
    deletions: { inbound: true, outbound: true },
    reactions: { inbound: true, outbound: true },
    echoes: true,
    groups: {
      inbound: true,
      outbound: true,
      members: 'all',
      mentions: { inbound: true, outbound: true },
      invitations: true,
      leaving: true,
    },
    historyImport: { maxDays: null },
    embed: false,
  },
  credentials,
  fields: [
    { name: 'jid', secret: false, required: true, placeholder: 'shop@example.org' },
    { name: 'password', secret: true, required: true },
    { name: 'service', secret: false, required: false, placeholder: 'xmpp://xmpp.example.org:5222' },
    {
      name: 'certificate',
      secret: false,
      required: false,
      multiline: true,
      placeholder: '-----BEGIN CERTIFICATE-----',
    },
  ],
};
