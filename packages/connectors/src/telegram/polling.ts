import type { Api } from 'grammy';
import type { Update } from 'grammy/types';
import { z } from 'zod';
import { createBackoff } from '../kit/backoff.ts';
import type { ConnectorHost } from '../spec.ts';
import { failureOf, grammySignal, isRefusal } from './api.ts';
import { allowedUpdates, inboundMessages } from './inbound.ts';

/** How long the platform holds a poll open when there is nothing. */
export const longPollSeconds = 25;

/**
 * After a week without updates the platform goes on with a random id, maybe a lower one. An offset older than this
 * is dropped; what comes twice by that, `accept` knows. Source: https://core.telegram.org/bots/api#update
 */
const offsetLifeMs = 6 * 24 * 3600 * 1000;

const cursorShape = z.object({ offset: z.int(), at: z.number() });
type Cursor = z.output<typeof cursorShape>;

/** Polls until `signal` aborts or the token is refused. A batch is confirmed to the platform after it was accepted. */
export async function poll(api: Api, host: ConnectorHost, signal: AbortSignal): Promise<void> {
  const backoff = createBackoff({ random: host.random });
  let cursor: Cursor | null = null;
  let loaded = false;
  let online = false;
  while (!signal.aborted) {
    try {
      if (!loaded) cursor = readCursor(await host.cursor.load());
      loaded = true;
      if (!online) await api.raw.deleteWebhook({ drop_pending_updates: false }, grammySignal(signal));
      const updates = await getUpdates(api, host, cursor, online, signal);
      if (!online) host.state('online');
      online = true;
      cursor = (await take(host, updates)) ?? cursor;
      backoff.reset();
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof NotStored) {
        // The platform is fine; polling again with the old offset brings the same updates again.
        host.log.warn({ error: error.cause }, 'telegram: updates could not be stored, fetching them again');
        await host.clock.sleep(backoff.next(), signal).catch(() => undefined);
        continue;
      }
      const failure = failureOf(error);
      if (isRefusal(failure)) {
        host.state('refused', failure.reason);
        return;
      }
      online = false;
      host.log.warn({ reason: failure.reason, code: failure.code }, 'telegram: polling failed, trying again');
      host.state('connecting', failure.reason);
      await host.clock
        .sleep(Math.max(backoff.next(), failure.retryAfterMs ?? 0), signal)
        .catch(() => undefined);
    }
  }
}

async function getUpdates(
  api: Api,
  host: ConnectorHost,
  cursor: Cursor | null,
  online: boolean,
  signal: AbortSignal,
): Promise<Update[]> {
  const fresh = cursor !== null && host.clock.now() - cursor.at < offsetLifeMs;
  return api.raw.getUpdates(
    {
      ...(fresh ? { offset: cursor.offset } : {}),
      // The first poll answers at once: it is the proof that we are connected.
      timeout: online ? longPollSeconds : 0,
      allowed_updates: [...allowedUpdates],
    },
    grammySignal(signal),
  );
}

/** Accepts a batch and returns the cursor behind it; null if there was nothing. */
async function take(host: ConnectorHost, updates: readonly Update[]): Promise<Cursor | null> {
  const last = updates.at(-1);
  if (!last) return null;
  const messages = updates.flatMap(inboundMessages);
  const cursor: Cursor = { offset: last.update_id + 1, at: host.clock.now() };
  try {
    if (messages.length > 0) await host.accept(messages);
    await host.cursor.save(JSON.stringify(cursor));
  } catch (cause) {
    throw new NotStored('Updates could not be stored', { cause });
  }
  return cursor;
}

/** The host couldn't make something durable: our own trouble, not the platform's. */
class NotStored extends Error {}

function readCursor(saved: string | null): Cursor | null {
  if (saved === null) return null;
  try {
    return cursorShape.parse(JSON.parse(saved));
  } catch {
    // Without an offset the platform hands over everything unconfirmed: nothing is lost.
    return null;
  }
}
