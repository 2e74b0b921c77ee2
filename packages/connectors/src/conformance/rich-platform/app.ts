/** The rich platform's app: a single webhook address for all of its accounts, with signatures like Meta's. */
import { z } from 'zod';
import { header, secretsEqual } from '../../kit/secrets.ts';
import { isSigned } from '../../kit/signatures.ts';
import type { AppDelivery, AppWebhook, InboundMessage, WebhookRequest } from '../../spec.ts';
import type { RichCredentials } from './manifest.ts';
import { reachRich } from './tokens.ts';

export type RichAppSecrets = { secret: string };

const event = z.object({
  id: z.string().min(1),
  from: z.string().min(1),
  text: z.string(),
  at: z.number(),
  /** The key of a picture; `text` is then its caption. */
  picture: z.string().optional(),
  /** The expiry time of that key. */
  pictureUntil: z.number().optional(),
});
type RichEvent = z.output<typeof event>;

const delivery = z.object({
  entry: z.array(z.object({ account: z.string(), messages: z.array(event) })),
});

export const richApp: AppWebhook<RichCredentials, RichAppSecrets> = {
  secrets: z.strictObject({ secret: z.string().min(1) }),
  ownSecrets: ({ appSecret }) => (appSecret === undefined ? null : { secret: appSecret }),
  read: (request, { secret }) =>
    request.method === 'GET' ? challenged(request, secret) : read(request, secret),
  async receive(events, credentials, host) {
    const reached = await reachRich(credentials, host);
    if (!reached.ok) throw new Error(reached.reason);
    // `read` has validated the shape.
    await host.accept(events.map((one) => messageOf(event.parse(one))));
  },
};

function challenged({ query }: WebhookRequest, secret: string): AppDelivery {
  const asked = new URLSearchParams(query);
  if (!secretsEqual(asked.get('hub.verify_token') ?? undefined, secret)) return { kind: 'refused' };
  return { kind: 'answer', answer: { status: 200, body: asked.get('hub.challenge') ?? '' } };
}

function read({ headers, body }: WebhookRequest, secret: string): AppDelivery {
  const given = header(headers, 'x-rich-signature')?.replace(/^sha256=/, '');
  if (!isSigned(body, given, secret, { algorithm: 'sha256', encoding: 'hex' })) return { kind: 'refused' };
  const found = delivery.safeParse(parsed(body));
  if (!found.success) return { kind: 'unreadable' };
  const events = found.data.entry.flatMap(({ account, messages }) =>
    messages.map((payload) => ({ account, payload })),
  );
  return { kind: 'events', events };
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return null;
  }
}

function messageOf({ id, from, text, at, picture, pictureUntil }: RichEvent): InboundMessage {
  return {
    ...(picture === undefined
      ? { kind: 'text' }
      : { kind: 'image', media: { key: picture, expiresAt: pictureUntil ?? null } }),
    platformMessageId: id,
    chatId: from,
    chatKind: 'private',
    chatTitle: null,
    from: { id: from, displayName: null, language: null },
    text,
    sentAt: at,
    history: false,
  };
}
