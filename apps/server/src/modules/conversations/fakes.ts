import type { Tx } from '../../base/db/database.ts';
import type { Inbound } from './inbound/inbound-message.ts';
import { acceptInbound, type InboundDeps } from './inbound/service.ts';

/** Stores messages as if they were delivered at `now`, without translating or announcing them. */
export function receive(tx: Tx, batch: readonly Inbound[], now: number) {
  const settings = { receiveTranslationEnable: false, receiveSourceLanguage: 'auto' };
  const fakes = {
    translation: { firstPrior: () => null, observe: () => null, settingsOfChats: async () => () => settings },
    changes: { announce: () => undefined },
    sensitiveWords: { versionsOf: async () => new Map(), search: async () => [], record: async () => null },
    recentMessages: { keep: () => undefined },
    queue: { runAfterCommit: () => undefined },
    now: () => now,
  };
  // They have the functions that acceptInbound calls.
  const deps = fakes as unknown as InboundDeps;
  return acceptInbound(tx, deps, batch);
}
