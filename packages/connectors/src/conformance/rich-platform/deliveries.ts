/** Creates deliveries of the rich platform's app in the platform's format. */
import { createHmac } from 'node:crypto';
import type { WebhookRequest } from '../../spec.ts';

export const richAppSecrets = { secret: 'of the app' };

export function deliveryRequest(
  secret: string,
  events: readonly {
    account: string;
    id: string;
    text: string;
    from?: string;
    picture?: string;
    pictureUntil?: number;
  }[],
): WebhookRequest {
  const at = Date.now();
  const entry = events.map(({ account, from = 'customer-1', ...message }) => ({
    account,
    messages: [{ ...message, from, at }],
  }));
  return signed(secret, Buffer.from(JSON.stringify({ entry })));
}

export function signed(secret: string, body: Buffer): WebhookRequest {
  const signature = createHmac('sha256', secret).update(body).digest('hex');
  return { method: 'POST', headers: { 'x-rich-signature': `sha256=${signature}` }, query: '', body };
}

export function challengeRequest(secret: string, challenge: string): WebhookRequest {
  const query = new URLSearchParams({
    'hub.mode': 'subscribe',
    'hub.challenge': challenge,
    'hub.verify_token': secret,
  });
  return { method: 'GET', headers: {}, query: String(query), body: Buffer.alloc(0) };
}
