/**
 * The visitor's changes to messages that the server has not acknowledged. Like the outbox's messages, they are entries
 * in the store shared by all tabs: a change survives a reload, and a later one to the same message replaces it.
 */
import type { VisitorMessage } from '@parley/contract/visitor';
import type { Result, VisitorApiFailure } from '../chat/api.ts';
import { changesPrefix } from '../chat/outbox.ts';
import { coalesced, retryUntilAnswered, type WidgetVisit } from '../chat/persistence.ts';
import type { WidgetStore } from '../lib/store.ts';

/** Time after sending in which a message can be edited and deleted, in ms; a test compares it with the contract. */
export const changeMs = 3_600_000;
/** The emoji that the desk offers; a test compares them with the contract. */
export const reactionEmoji = ['👍', '❤', '😁', '🎉', '🔥', '🙏'] as const;
export type OfferedEmoji = (typeof reactionEmoji)[number];

export type ChangeOfMessage = { messageId: string } & (
  | { kind: 'edit'; text: string }
  | { kind: 'delete' }
  | { kind: 'react'; emoji: OfferedEmoji | null }
);
export type SendChange = (token: string, change: ChangeOfMessage) => Promise<Result<VisitorMessage>>;
/** `refused` means that the server will never accept it. */
export type WaitingChange = ChangeOfMessage & { at: number; refused?: boolean };

export type VisitorChanges = {
  add(change: ChangeOfMessage): void;
  /** Sends a refused change again. */
  retry(change: WaitingChange): void;
  drop(change: WaitingChange): void;
  flush(): void;
  /** Returns the messages as they will be once the server has all changes. */
  applied(messages: readonly VisitorMessage[]): readonly VisitorMessage[];
  /** Returns the waiting or refused edit or deletion of a message. */
  ofMessage(messageId: string): WaitingChange | undefined;
  /** Returns whether the last attempt to send failed; retries continue. */
  fails(): boolean;
};

/** An edit and a deletion share a key: the later one counts. */
const keyOf = ({ kind, messageId }: ChangeOfMessage): string =>
  `${changesPrefix}${kind === 'react' ? 'react' : 'words'}:${messageId}`;

const kinds: readonly unknown[] = ['edit', 'delete', 'react'];

/** Parses an entry; null unless this script could have written it under this key, by which it can be found again. */
function parsed(key: string, text: string | null): WaitingChange | null {
  try {
    // Other scripts of the page can write here, too: validate what this script relies on; the server validates the rest.
    const value = JSON.parse(text ?? 'null') as Record<string, unknown> | null;
    const { messageId, at, kind, text: words } = value ?? {};
    const named = typeof messageId === 'string' && /^[\w-]+$/.test(messageId) && typeof at === 'number';
    const valid = named && kinds.includes(kind) && (kind !== 'edit' || typeof words === 'string');
    // Once valid, `value` has all required fields.
    const change = value as WaitingChange;
    return valid && keyOf(change) === key && JSON.stringify(change) === text ? change : null;
  } catch {
    return null;
  }
}

function apply(message: VisitorMessage, change: WaitingChange): VisitorMessage {
  if (change.kind === 'edit') return { ...message, text: change.text, edited: true };
  if (change.kind === 'delete') return { ...message, text: '', deleted: true };
  const others = message.reactions.filter(({ from }) => from !== 'visitor');
  const own = change.emoji === null ? [] : [{ emoji: change.emoji, from: 'visitor' as const }];
  return { ...message, reactions: [...others, ...own] };
}

function appliedTo(
  messages: readonly VisitorMessage[],
  changes: readonly WaitingChange[],
): readonly VisitorMessage[] {
  const waiting = changes.filter(({ refused }) => !refused);
  if (waiting.length === 0) return messages;
  return messages.map((message) =>
    waiting.filter(({ messageId }) => messageId === message.id).reduce(apply, message),
  );
}

/** Accesses the store's entries of changes. */
function createEntries(store: WidgetStore) {
  return {
    /** Returns the changes in the order in which they were made. */
    list(): WaitingChange[] {
      const keys = store.keys().filter((key) => key.startsWith(changesPrefix));
      const found = keys.map((key) => parsed(key, store.get(key))).filter((change) => change !== null);
      return found.sort((a, b) => a.at - b.at);
    },
    /** Returns the entry that is now stored under this change's key. */
    at: (change: ChangeOfMessage) => parsed(keyOf(change), store.get(keyOf(change))),
    holds: (change: WaitingChange) => store.get(keyOf(change)) === JSON.stringify(change),
    save: (change: WaitingChange) => store.set(keyOf(change), JSON.stringify(change)),
    drop: (change: ChangeOfMessage) => store.remove(keyOf(change)),
  };
}

export function createChanges(
  visit: WidgetVisit,
  send: SendChange,
  store: WidgetStore,
  on: {
    /** `messages` are answers of the server. */
    changed(...messages: VisitorMessage[]): void;
    now(): number;
  },
): VisitorChanges {
  const entries = createEntries(store);
  let failing = false;
  const flush = coalesced(async () => {
    const next = () => entries.list().find(({ refused }) => !refused);
    for (let change = next(); change !== undefined; change = next()) {
      let sent = change;
      const result = await retryUntilAnswered(
        visit,
        (token) => {
          // Meanwhile, a later change to the same message may have replaced it, or another tab may have sent it.
          const inPlace = entries.at(change);
          if (inPlace === null) return Promise.resolve(gone);
          sent = inPlace;
          return send(token, sent);
        },
        () => {
          failing = true;
          on.changed();
        },
      );
      failing = false;
      if (result === null) return;
      if (entries.holds(sent)) {
        if (isOver(sent, result)) entries.drop(sent);
        else entries.save({ ...sent, refused: true });
      }
      on.changed(...(result.ok ? [result.data] : []));
    }
  });
  function add(change: ChangeOfMessage): void {
    const { refused: _, ...fresh }: WaitingChange = { ...change, at: on.now() };
    entries.save(fresh);
    on.changed();
    flush();
  }
  return {
    add,
    retry: add,
    flush,
    drop(change) {
      entries.drop(change);
      on.changed();
    },
    applied: (messages) => appliedTo(messages, entries.list()),
    ofMessage: (messageId) => entries.at({ kind: 'delete', messageId }) ?? undefined,
    fails: () => failing,
  };
}

const notFound = 'message.not-found';
const gone: VisitorApiFailure = { ok: false, why: 'refused', error: notFound, message: '' };

/**
 * Returns whether a change is settled. A refused reaction needs no retry, nor does a change to a message that isn't
 * this visitor's any more.
 */
const isOver = ({ kind }: ChangeOfMessage, result: Result<VisitorMessage>): boolean =>
  result.ok || kind === 'react' || result.why !== 'refused' || result.error === notFound;
