/**
 * Empties one social account's outbox into its connection: conversations side by side, within one strictly in
 * order. Every step is written down before the platform is asked, so a crash leaves no doubt that isn't shown.
 */
import type { Connection, SendResult } from '@parley/connectors';
import type { Clock } from '../../base/clock.ts';
import type { WorkspaceId } from '../../base/ids.ts';
import type { Log } from '../../base/log.ts';
import type { Metrics } from '../../base/metrics.ts';
import type { Outbox } from '../conversations/index.ts';

const abreast = 8;
const firstPauseMs = 1_000;
const longestPauseMs = 5 * 60_000;
/** With the pauses between them, about an hour and a half. */
const maxAttempts = 25;

export type SenderDeps = { outbox: Outbox; clock: Clock; log: Log; metrics: Metrics };
export type SendingAccount = { workspaceId: WorkspaceId; id: string; platform: string };
export type Sender = {
  /** There may be something to send. */
  nudge(): void;
  /** Resolves when what is being sent has been sent. */
  close(): Promise<void>;
};

type ToSend = Awaited<ReturnType<Outbox['next']>>[number];

export function createSender(
  deps: SenderDeps,
  account: SendingAccount,
  connection: () => Connection | null,
): Sender {
  const { outbox, log } = deps;
  let closed = false;
  let again = false;
  let running: Promise<void> | null = null;

  async function drain(): Promise<void> {
    do {
      again = false;
      const batch = connection() ? await outbox.next(account.workspaceId, account.id, abreast) : [];
      await Promise.all(batch.map((message) => sendOne(deps, account, connection, message)));
      if (batch.length > 0) again = true;
    } while (again && !closed);
  }

  return {
    nudge() {
      again = true;
      if (running || closed) return;
      running = drain()
        .catch((error: unknown) =>
          log.warn({ err: error, socialAccountId: account.id }, 'sending was interrupted'),
        )
        .finally(() => {
          running = null;
        });
    },
    async close() {
      closed = true;
      await running;
    },
  };
}

async function sendOne(
  { outbox, clock, metrics }: SenderDeps,
  { workspaceId, platform }: SendingAccount,
  connection: () => Connection | null,
  message: ToSend,
): Promise<void> {
  const open = connection();
  if (!open || !(await outbox.claim(workspaceId, message.id))) return;
  const { id, chatId, text, attempts } = message;
  const result = await open
    .send({ id, chatId, text, firstAttempt: attempts === 0 })
    .catch((error: unknown): SendResult => ({ ok: false, outcome: 'unknown', reason: String(error) }));
  metrics.outbound.inc({ platform, result: result.ok ? 'sent' : result.outcome });
  if (result.ok) return outbox.sent(workspaceId, id, result.platformMessageId);
  if (result.outcome === 'unknown') return outbox.unconfirmed(workspaceId, id, result.reason);
  const retryAt =
    result.outcome === 'permanent' || attempts + 1 >= maxAttempts
      ? null
      : clock.now() + (result.retryAfterMs ?? pauseAfter(attempts));
  return outbox.notSent(workspaceId, id, { reason: result.reason, retryAt });
}

/** 1 s, 2 s, 4 s … up to 5 minutes. */
export function pauseAfter(attempts: number): number {
  return Math.min(firstPauseMs * 2 ** attempts, longestPauseMs);
}
