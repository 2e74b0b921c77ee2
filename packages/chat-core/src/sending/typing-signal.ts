import type { Client } from '@parley/api-client';
import { sendTyping } from '@parley/contract/conversations';
import type { Cancel, ClientClock } from '../clock.ts';

/** Interval at which the signal is repeated while the agent types, and pause in typing after which it is withdrawn. */
const repeatMs = 5000;
const idleMs = 6000;

export type TypingSignal = {
  /** Reports that the agent is typing. */
  typing(): void;
  /** Withdraws the signal once the field is emptied, sent or left. */
  stop(): void;
};

/**
 * Shows the customer that the agent is typing, where the platform supports it.
 *
 * @param authorName the name of the person at the desk; undefined when none is given
 */
export function createTypingSignal(
  client: Client,
  clock: ClientClock,
  conversationId: string,
  authorName: () => string | undefined,
): TypingSignal {
  let sentAt: number | null = null;
  let cancelIdle: Cancel | null = null;
  const send = (on: boolean) => {
    // A stale signal is worthless, so a failure is neither shown nor retried.
    const body = on ? { on, authorName: authorName() } : { on };
    client.call(sendTyping, { params: { conversationId }, body }).catch(() => undefined);
  };
  const stop = () => {
    cancelIdle?.();
    cancelIdle = null;
    if (sentAt === null) return;
    sentAt = null;
    send(false);
  };
  return {
    stop,
    typing() {
      cancelIdle?.();
      cancelIdle = clock.after(idleMs, stop);
      const now = clock.now();
      if (sentAt !== null && now - sentAt < repeatMs) return;
      sentAt = now;
      send(true);
    },
  };
}
