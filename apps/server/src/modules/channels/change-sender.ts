/**
 * Sends agents' changes of sent messages to one social account's platform. Changes are idempotent, so nothing has to be
 * recorded before the request.
 */
import type { ChangeResult, Connection, OutboundChange } from '@parley/connectors';
import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { ChangeOutbox, ChangeOutcome, ChangeToMake } from '../conversations/index.ts';
import { createCoalescedRuns } from './coalesced-runs.ts';
import { nextRetryAt } from './outbound-retry.ts';
import type { Sender, SendingAccount } from './sender.ts';

const atOnce = 8;

export type ChangeSenderDeps = { changeOutbox: ChangeOutbox; clock: Clock; log: Log };

export function createChangeSender(
  { changeOutbox, clock, log }: ChangeSenderDeps,
  account: SendingAccount,
  connection: () => Connection | null,
): Sender {
  let closing = false;
  const { workspaceId, id: socialAccountId } = account;

  async function make(open: Connection, change: ChangeToMake): Promise<void> {
    const result = await ask(open, change, log);
    const retryAt = () =>
      nextRetryAt(clock.now(), change.attempts, 'retryAfterMs' in result ? result.retryAfterMs : undefined);
    const outcome: ChangeOutcome = result.ok
      ? result
      : { ok: false, reason: result.reason, retryAt: result.outcome === 'permanent' ? null : retryAt() };
    await changeOutbox.done(workspaceId, change, outcome);
  }

  const rounds = createCoalescedRuns(
    () => connection() !== null && !closing,
    async () => {
      try {
        const waiting = await changeOutbox.next(workspaceId, socialAccountId, atOnce);
        // If this process stalled during the query, another one may have made these changes and later ones.
        const open = connection();
        if (open === null) return;
        await Promise.all(waiting.map((change) => make(open, change)));
        if (waiting.length === atOnce) rounds.nudge();
      } catch (error) {
        // The rows are unchanged and are read again within a second.
        log.warn({ err: error, socialAccountId }, 'changes of messages could not be read or stored');
      }
    },
  );
  return {
    nudge: rounds.nudge,
    async close() {
      closing = true;
      await rounds.settled();
    },
  };
}

/** Never rejects. */
async function ask(open: Connection, change: ChangeToMake, log: Log): Promise<ChangeResult> {
  if (open.change === undefined) return { ok: false, outcome: 'permanent', reason: 'platform-cannot-change' };
  try {
    return await open.change(changeOf(change));
  } catch (error) {
    log.warn({ err: error }, 'a connector failed while it made a change');
    return { ok: false, outcome: 'transient', reason: 'send-interrupted' };
  }
}

function changeOf({
  chatId,
  chatKind,
  target,
  parts,
  caption,
  captioned,
  ...change
}: ChangeToMake): OutboundChange {
  const named = {
    chatId,
    target,
    ...(parts === null ? {} : { parts }),
    ...(chatKind === 'group' ? { chatKind, ...namesOf(change) } : {}),
  };
  switch (change.kind) {
    case 'edit':
      return { ...named, kind: 'edit', text: change.text, caption };
    case 'delete':
      return { ...named, kind: 'delete', captioned };
    case 'react':
      return { ...named, kind: 'react', emoji: change.emoji };
  }
}

function namesOf({
  messageId,
  platformMessageId,
  isSent,
}: Pick<ChangeToMake, 'messageId' | 'platformMessageId' | 'isSent'>) {
  return {
    ...(platformMessageId === null ? {} : { platformMessageId }),
    ...(isSent ? { sentAs: messageId } : {}),
  };
}
