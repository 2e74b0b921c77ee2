import { createHmac } from 'node:crypto';
import { header, secretsEqual } from '../kit/secrets.ts';
import type { WebhookRequest } from '../spec.ts';
import type { TelegramCredentials } from './manifest.ts';

/** Returns the webhook's secret, derived from the token, so that any process can verify it without storage. */
export function webhookSecret(token: string): string {
  return createHmac('sha256', token).update('parley:telegram:webhook').digest('base64url');
}

/** Returns whether a delivery carries the webhook's secret, which only the platform knows. */
export function verifyWebhook(request: WebhookRequest, { token }: TelegramCredentials): boolean {
  return secretsEqual(header(request.headers, 'x-telegram-bot-api-secret-token'), webhookSecret(token));
}
