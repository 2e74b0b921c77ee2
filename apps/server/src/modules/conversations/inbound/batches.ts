/**
 * Makes one transaction out of what arrives while the last one runs. Alone, a message costs a commit; two
 * thousand a second share theirs. There is no waiting: an idle house takes a single message at once.
 */
import type { Inbound } from './service.ts';

type Waiting = { message: Inbound; done: () => void; failed: (error: unknown) => void };

export type Batches = { accept(messages: readonly Inbound[]): Promise<void> };

const largest = 400;

export type BatchesOptions = {
  /** Stores a batch in one transaction. */
  run(batch: readonly Inbound[]): Promise<void>;
  /** Would every other message fail as well? Then they all do at once, instead of each after its own wait. */
  failsAll(error: unknown): boolean;
  /** How many transactions run at once; one chat is always in one of them at a time. */
  lanes?: number;
};

export function createBatches({ run, failsAll, lanes = 2 }: BatchesOptions): Batches {
  let waiting: Waiting[] = [];
  const busyChats = new Set<string>();
  let running = 0;

  function start(): void {
    while (running < lanes && waiting.length > 0) {
      const batch: Waiting[] = [];
      const later: Waiting[] = [];
      const passed = new Set<string>();
      for (const item of waiting) {
        const chat = chatOf(item.message);
        // A chat's messages keep their order: behind one that has to wait, the others wait too.
        if (batch.length >= largest || busyChats.has(chat) || passed.has(chat)) {
          passed.add(chat);
          later.push(item);
        } else {
          batch.push(item);
        }
      }
      if (batch.length === 0) return;
      waiting = later;
      void runBatch(batch);
    }
  }

  async function runBatch(batch: readonly Waiting[]): Promise<void> {
    const chats = new Set(batch.map((item) => chatOf(item.message)));
    for (const chat of chats) busyChats.add(chat);
    running += 1;
    try {
      await settle(batch);
    } finally {
      running -= 1;
      for (const chat of chats) busyChats.delete(chat);
      start();
    }
  }

  /** A message that can't be stored must not keep its neighbours out: a failed batch is tried one by one. */
  async function settle(batch: readonly Waiting[]): Promise<void> {
    try {
      await run(batch.map((item) => item.message));
      for (const item of batch) item.done();
    } catch (error) {
      if (batch.length === 1 || failsAll(error)) for (const item of batch) item.failed(error);
      else for (const item of batch) await settle([item]);
    }
  }

  return {
    async accept(messages) {
      const accepted = messages.map(
        (message) => new Promise<void>((done, failed) => waiting.push({ message, done, failed })),
      );
      start();
      await Promise.all(accepted);
    },
  };
}

const chatOf = (message: Inbound) => `${message.account.id} ${message.chatId}`;
