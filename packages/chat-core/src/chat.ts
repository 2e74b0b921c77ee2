import type { Client } from '@parley/api-client';
import type { Message } from '@parley/contract/conversations';
import type { ClientClock } from './clock.ts';
import type { Live } from './live.ts';
import { type Answers, createAnswers } from './sending/answers.ts';
import { type BegunTexts, createBegunTexts } from './sending/begun-texts.ts';
import { createDrafts, type Drafts } from './sending/drafts.ts';
import { HeldMessages } from './sending/held-messages.ts';
import type { Journal, UnsentText } from './sending/journal.ts';
import { Outbox, type OutboxBackup, type OutboxStorage } from './sending/outbox.ts';
import { createSensitiveTexts, type RefusedText, type SensitiveTexts } from './sending/sensitive-texts.ts';
import { createThreads, type Threads } from './threads/thread-store.ts';

export type ChatOptions = {
  client: Client;
  live: Live;
  /** Persists for as long as the client is installed, and is shared by its windows. */
  storage: OutboxStorage;
  journal: Journal;
  /** The login that the messages belong to. */
  subAccountId: string;
  clock: ClientClock;
  /** Makes the id of a message: a UUIDv7, e.g. `newId` of the API client. */
  makeId(): string;
  /** Returns the time for which a translation is shown before it is sent, ms. */
  holdMs(): number;
  /** Returns the agent's name among colleagues; undefined when none is given. */
  authorName(): string | undefined;
};

/** Everything that one sub-account reads and writes in its conversations. */
export type Chat = {
  threads: Threads;
  outbox: Outbox;
  held: HeldMessages;
  drafts: Drafts;
  answers: Answers;
  /** The texts for which the draft was refused when it was sent. */
  sensitive: SensitiveTexts;
  /**
   * Returns the latest event of a conversation that the agent had seen when its draft was begun, or that this client
   * wrote; undefined while nothing is loaded.
   */
  seenSeq(conversationId: string): number | undefined;
  /** Records that the agent has seen everything and continues the draft regardless. */
  seeAll(conversationId: string): void;
  close(): void;
};

/**
 * Records what the agent had seen when a draft was begun. Once the draft is empty (sent or given up), clears that
 * record and the texts for which the draft was refused.
 */
function noting(drafts: Drafts, sensitive: SensitiveTexts, { begun, known }: Seen): Drafts {
  return {
    ...drafts,
    write(conversationId, text) {
      if (text === '') {
        sensitive.set(conversationId, []);
        begun.set(conversationId, null);
      } else if (begun.of(conversationId) === null) begun.set(conversationId, known(conversationId));
      drafts.write(conversationId, text);
    },
  };
}

/** Returns a function that restores a text refused by the owner's rules to the draft, together with the message it replies to. */
function givingBack({
  threads,
  drafts,
  answers,
  sensitive,
}: Pick<Chat, 'threads' | 'drafts' | 'answers' | 'sensitive'>) {
  return ({ conversationId, text, replyTo }: RefusedText, found: readonly string[]) => {
    drafts.giveBack(conversationId, text);
    const { shown } = threads.view(conversationId).get();
    answers.set(conversationId, shown.find((message) => message.id === replyTo?.id) ?? null);
    sensitive.set(conversationId, found);
  };
}

type Seen = {
  begun: BegunTexts;
  /** Returns the latest event in the conversation's view; null when it isn't loaded. */
  known(conversationId: string): number | null;
};

/** Returns a function that shows an accepted message without marking drafts of the same client as overtaken. */
function accepting(threads: Threads, { begun }: Seen) {
  return (message: Message) => {
    threads.accept(message);
    const { conversationId, seq } = message;
    const before = begun.of(conversationId);
    if (before !== null && before < seq) begun.set(conversationId, seq);
  };
}

function seenBy({ begun, known }: Seen, outbox: Outbox): Pick<Chat, 'seenSeq' | 'seeAll'> {
  return {
    seenSeq(conversationId) {
      const seq = begun.of(conversationId) ?? known(conversationId);
      return seq === null ? undefined : outbox.seenSince(conversationId, seq);
    },
    seeAll: (conversationId) => begun.set(conversationId, known(conversationId)),
  };
}

/** Sends the messages that a crashed page had already sent, and returns its held ones to the drafts. */
function takeOver(left: readonly UnsentText[], { outbox, drafts }: Chat, journal: Journal): void {
  const byConversation = Map.groupBy(
    left.filter((unsent) => unsent.stage === 'held'),
    (unsent) => unsent.conversationId,
  );
  for (const [conversationId, held] of byConversation) {
    drafts.giveBack(conversationId, held.map((unsent) => unsent.text).join('\n'));
    for (const { id } of held) journal.remove(id);
  }
  const sent = left.filter((unsent) => unsent.stage === 'sent');
  outbox.restore(
    sent.map(({ id, conversationId, text, mode, file, template, acceptsPrice, replyTo, seenSeq, at }) => ({
      id,
      conversationId,
      text,
      mode,
      ...(file ? { file } : {}),
      ...(template ? { template } : {}),
      ...(acceptsPrice ? { acceptsPrice } : {}),
      ...(replyTo ? { replyTo } : {}),
      ...(seenSeq === undefined ? {} : { seenSeq }),
      at,
    })),
  );
}

/**
 * Opens the conversations of one sub-account. Waiting messages are sent at once and after each connection; messages
 * left by closed pages are taken over.
 */
export function openChat({
  client,
  live,
  storage,
  journal,
  subAccountId,
  clock,
  makeId,
  holdMs,
  authorName,
}: ChatOptions): Chat {
  const threads = createThreads({ client, live, clock });
  const keepAs = (stage: UnsentText['stage']): OutboxBackup => ({
    put: (entry) => journal.put({ ...entry, subAccountId, stage }),
    remove: journal.remove,
  });
  const [drafts, answers, sensitive] = [createDrafts(storage), createAnswers(), createSensitiveTexts()];
  const known = (conversationId: string) => threads.view(conversationId).get().thread.known;
  const seen = { begun: createBegunTexts(storage), known };
  const onSensitive = givingBack({ threads, drafts, answers, sensitive });
  const outbox = new Outbox({
    client,
    storage,
    clock,
    subAccountId,
    keep: keepAs('sent'),
    onAccepted: accepting(threads, seen),
    authorName,
    onSensitive,
  });
  const held = new HeldMessages({
    client,
    clock,
    makeId,
    holdMs,
    keep: keepAs('held'),
    onSensitive,
    send: (message) => outbox.add({ ...message, at: clock.now() }),
  });
  const stopFlushing = live.onConnect(() => outbox.flush());
  const chat: Chat = {
    threads,
    outbox,
    held,
    drafts: noting(drafts, sensitive, seen),
    ...seenBy(seen, outbox),
    answers,
    sensitive,
    close() {
      stopFlushing();
      held.close();
      outbox.close();
      threads.close();
      journal.close();
    },
  };
  outbox.flush();
  journal.takeOver(subAccountId, (left) => takeOver(left, chat, journal));
  return chat;
}
