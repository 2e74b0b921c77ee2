import type { Api } from 'grammy';
import { z } from 'zod';
import { createBackoff } from '../kit/backoff.ts';
import { type Cursor, createCursor } from '../kit/cursor.ts';
import type { ConnectorHost } from '../spec.ts';
import { grammySignal, resultOf } from './api.ts';
import { type Business, reportOnline, updatesFor } from './business.ts';
import type { Calls } from './outbound.ts';
import { waitToRetryConnection } from './retry-connection.ts';
import { createSelfSource } from './self.ts';
import { acceptUpdates, type SelfSource, updateBatch, updatesLimit } from './updates.ts';

/** The time for which the platform holds a poll open without updates, in seconds. */
export const longPollSeconds = 25;

/**
 * After a week without updates the platform continues with a random id, possibly a lower one. An offset older than this is
 * discarded; `accept` ignores the resulting duplicates. Source: https://core.telegram.org/bots/api#update
 */
const offsetLifeMs = 6 * 24 * 3600 * 1000;

/** The last confirmed update, and its time. Without an offset the platform delivers everything unconfirmed. */
const positionShape = z.object({ offset: z.int(), at: z.number() });
type Position = z.output<typeof positionShape>;

type Allowed = ReturnType<typeof updatesFor>;
type Batch = z.output<typeof updateBatch>;

/** Minimum time between two empty polls, in ms. */
const shortestPollMs = 500;

/** Polls until `signal` aborts or the token is refused. A batch is confirmed to the platform after it has been accepted. */
export async function poll(
  { api, business }: Pick<Calls, 'api' | 'business'>,
  host: ConnectorHost,
  signal: AbortSignal,
): Promise<void> {
  const backoff = createBackoff({ random: host.random });
  const cursor = createCursor(host.cursor, positionShape);
  const self = createSelfSource(api);
  let position: Position | null = null;
  let loaded = false;
  let online = false;
  const allowed = updatesFor(business);
  const report = reportOnline(host, business);
  while (!signal.aborted) {
    try {
      if (!loaded) position = await cursor.load();
      loaded = true;
      if (!online) await api.raw.deleteWebhook({ drop_pending_updates: false }, grammySignal(signal));
      const updates = await getUpdates({ api, allowed }, host, position, online, signal);
      if (!online) await report(true);
      online = true;
      position = (await take(host, { cursor, self, business }, updates)) ?? position;
      if (updates.length > 0) await report(false);
      backoff.reset();
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof NotStored) {
        // The platform works; polling again with the old offset returns the same updates.
        host.log.warn({ err: error.cause }, 'telegram: updates could not be stored, fetching them again');
        await host.clock.sleep(backoff.next(), signal).catch(() => undefined);
        continue;
      }
      online = false;
      if (!(await waitToRetryConnection(error, host, backoff, signal))) return;
    }
  }
}

async function getUpdates(
  { api, allowed }: { api: Api; allowed: Allowed },
  host: ConnectorHost,
  position: Position | null,
  online: boolean,
  signal: AbortSignal,
): Promise<Batch> {
  const fresh = position !== null && host.clock.now() - position.at < offsetLifeMs;
  const asked = host.clock.now();
  const call = api.raw.getUpdates(
    {
      ...(fresh ? { offset: position.offset } : {}),
      // The first poll returns at once, which proves the connection.
      timeout: online ? longPollSeconds : 0,
      limit: updatesLimit,
      allowed_updates: [...allowed],
    },
    grammySignal(signal),
  );
  const batch = await resultOf(updateBatch, call);
  // A server that doesn't hold the poll open would otherwise be polled without a pause.
  const early = online && batch.length === 0 && host.clock.now() - asked < shortestPollMs;
  if (early) await host.clock.sleep(shortestPollMs, signal);
  return batch;
}

/** Accepts a batch and returns the position after it; null if the batch was empty. */
async function take(
  host: ConnectorHost,
  { cursor, self, business }: { cursor: Cursor<Position>; self: SelfSource; business: Business | null },
  batch: Batch,
): Promise<Position | null> {
  const last = batch.at(-1);
  if (!last) return null;
  const position: Position = { offset: last.update_id + 1, at: host.clock.now() };
  try {
    await acceptUpdates(host, batch, self, business);
    await cursor.save(position);
  } catch (cause) {
    throw new NotStored('Updates could not be stored', { cause });
  }
  return position;
}

/** The host couldn't store something: a failure of the server, not of the platform. */
class NotStored extends Error {}
