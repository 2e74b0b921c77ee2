import type { Api } from 'grammy';
import { z } from 'zod';
import { createBackoff } from '../kit/backoff.ts';
import type { ConnectorHost, WebhookAnswer, WebhookRequest } from '../spec.ts';
import { createApi, grammySignal, resultOf } from './api.ts';
import { createBusiness, reportOnline, updatesFor } from './business.ts';
import type { TelegramCredentials } from './manifest.ts';
import type { Calls } from './outbound.ts';
import { waitToRetryConnection } from './retry-connection.ts';
import { createSelfSource } from './self.ts';
import { acceptUpdates, type NumberedUpdate, numberedUpdate } from './updates.ts';
import { verifyWebhook, webhookSecret } from './verify-webhook.ts';

/** Interval at which the webhook is verified, in ms: another holder of the token may have removed it. */
const inspectMs = 5 * 60 * 1000;

/**
 * Sets the webhook and keeps it set until `signal` aborts or the token is refused. It stays set afterwards: the platform then
 * queues updates until a process answers again.
 */
export async function keepWebhook(
  { api, business }: Pick<Calls, 'api' | 'business'>,
  credentials: TelegramCredentials,
  url: string,
  host: ConnectorHost,
  signal: AbortSignal,
): Promise<void> {
  const backoff = createBackoff({ random: host.random });
  let online = false;
  const report = reportOnline(host, business);
  while (!signal.aborted) {
    try {
      const set = online && (await readInfo(api, signal)).url === url;
      if (!set) {
        const secret = webhookSecret(credentials.token);
        await api.raw.setWebhook(
          { url, secret_token: secret, allowed_updates: [...updatesFor(business)] },
          grammySignal(signal),
        );
      }
      // Other processes receive deliveries too; what they learn about the business account is reported here.
      await report(!online);
      online = true;
      backoff.reset();
      await host.clock.sleep(inspectMs, signal);
    } catch (error) {
      if (signal.aborted) return;
      online = false;
      if (!(await waitToRetryConnection(error, host, backoff, signal))) return;
    }
  }
}

const webhookInfo = z.looseObject({ url: z.string() });

function readInfo(api: Api, signal: AbortSignal) {
  return resultOf(webhookInfo, api.raw.getWebhookInfo(grammySignal(signal)));
}

/** In seconds. Kept short because the platform waits for the answer to a delivery. */
const selfSeconds = 5;

/** Answers one delivery: 200 only after `accept`; any other status makes the platform redeliver. */
export async function answerWebhook(
  request: WebhookRequest,
  credentials: TelegramCredentials,
  host: ConnectorHost,
): Promise<WebhookAnswer> {
  if (!verifyWebhook(request, credentials)) return { status: 401 };
  if (request.method !== 'POST') return { status: 405 };
  const update = parseUpdate(request.body);
  if (!update) return { status: 400 };
  try {
    const api = createApi(credentials, host.network, selfSeconds);
    await acceptUpdates(host, [update], createSelfSource(api), createBusiness(credentials, host, api));
  } catch (error) {
    host.log.warn({ err: error, update: update.update_id }, 'telegram: an update could not be accepted');
    return { status: 503 };
  }
  return { status: 200 };
}

function parseUpdate(body: Buffer): NumberedUpdate | null {
  try {
    return numberedUpdate(JSON.parse(body.toString('utf8')));
  } catch {
    return null;
  }
}
