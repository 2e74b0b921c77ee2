import { LRUCache } from 'lru-cache';
import { Batches } from '../../../base/batches.ts';
import { chatKey, type Inbound } from './arrived.ts';

/** The messages that wait until they are stored. */
export type Arrivals = {
  /** Resolves once the message is stored. Messages of one chat are stored in the order in which they are added. */
  add(message: Inbound): Promise<void>;
  addAll(messages: readonly Inbound[]): Promise<void>;
};

export type ArrivalsOptions = {
  /** Stores all of a batch or nothing. */
  store(batch: readonly Inbound[]): Promise<void>;
  /** Would every other message fail as well? */
  failsAll(error: unknown): boolean;
};

/** A chat of which messages are on their way, and the batches that all of them are in. */
type Way = { batches: Batches<Inbound>; messages: number };

const mostChats = 50_000;

/**
 * Puts messages of chats that this process has stored something of in other batches than those of chats that are new to it:
 * to meet a person, open a conversation and judge the fan takes many times as long as to store one more message, and all who
 * write at that moment would wait for it. A chat in the wrong batches is only slower.
 */
export function createArrivals({ store, failsAll }: ArrivalsOptions): Arrivals {
  const batches = () =>
    new Batches<Inbound>({
      failsAll,
      keyOf: keyOfChat,
      run: (batch) => store(batch).then(() => batch.map(() => undefined)),
    });
  const ofKnown = batches();
  const ofNew = batches();
  const known = new LRUCache<string, true>({ max: mostChats });
  const ways = new Map<string, Way>();

  const add = async (message: Inbound) => {
    const key = keyOfChat(message);
    // Behind those that came before, whatever has become known of the chat since.
    const way = ways.get(key) ?? { batches: known.has(key) ? ofKnown : ofNew, messages: 0 };
    way.messages += 1;
    ways.set(key, way);
    try {
      await way.batches.add(message);
      known.set(key, true);
    } finally {
      way.messages -= 1;
      if (way.messages === 0) ways.delete(key);
    }
  };
  return {
    add,
    async addAll(messages) {
      const outcomes = await Promise.allSettled(messages.map(add));
      for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
    },
  };
}

const keyOfChat = ({ account, chatId }: Inbound) => chatKey(account.id, chatId);
