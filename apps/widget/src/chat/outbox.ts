/**
 * The visitor's messages that the server has not acknowledged. Each is a separate entry in the store, so that two tabs
 * never overwrite each other, and keeps its id over reloads, so that sending twice delivers once.
 */
import type { WidgetStore } from '../lib/store.ts';

/** A file that the server has. `voice`: it was recorded for this chat. */
export type PendingFile = { fileId: string; name: string; voice?: boolean };

export type Pending = {
  id: string;
  text: string;
  file?: PendingFile;
  /** ms since the epoch, by the visitor's clock. */
  at: number;
  /** The id of the message that it answers. */
  replyTo?: string | undefined;
  /** The token of the split link's visit by which the visitor has come; the first message takes it along. */
  visit?: string | null;
  /** The server refused it for good: only the visitor can send it again. */
  refused?: boolean;
};

/** Under which such a token waits for the first message. */
export const originKey = 'visit';

export type VisitorOutbox = {
  add(message: Pending): void;
  /** Acknowledged or thrown away. */
  drop(id: string): void;
  refuse(id: string): void;
  /** Sends a refused message again; under a new id, because the old one may be what was refused. */
  renew(id: string, fresh: string, at: number): void;
  /** The next message to send. */
  next(): Pending | undefined;
  /** In the order in which they were written. */
  list(): readonly Pending[];
};

/** The prefix of its entries' keys. */
export const outboxPrefix = 'out:';
/** The same of the changes of messages that the second script keeps (`extras/changes.ts`). */
export const changesPrefix = 'do:';
/** The same of answers to requests for ratings (`rating/answers.ts`); with one that waits, too, the second script is fetched. */
export const answersPrefix = `${changesPrefix}rate:`;

/** Null: not a message under its own key, by which it is removed again. */
function parsed(key: string, text: string | null): Pending | null {
  try {
    // Other scripts of the page can write here too: validate what this script relies on; the server does the rest.
    const value = JSON.parse(text ?? 'null') as Partial<Pending> | null;
    const { id, text: words, at } = value ?? {};
    const valid = outboxPrefix + id === key && typeof words === 'string' && typeof at === 'number';
    // Valid, so `value` is there with all that has to be.
    return valid ? (value as Pending) : null;
  } catch {
    return null;
  }
}

export function createOutbox(store: WidgetStore): VisitorOutbox {
  const save = (message: Pending): void => store.set(outboxPrefix + message.id, JSON.stringify(message));
  const drop = (id: string): void => store.remove(outboxPrefix + id);
  function list(): Pending[] {
    const keys = store.keys().filter((key) => key.startsWith(outboxPrefix));
    const found = keys.map((key) => parsed(key, store.get(key))).filter((message) => message !== null);
    return found.sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
  }
  const find = (id: string): Pending | null => parsed(outboxPrefix + id, store.get(outboxPrefix + id));
  return {
    list,
    drop,
    add(message) {
      save({ ...message, visit: store.get(originKey) });
      store.remove(originKey);
    },
    next: () => list().find((message) => !message.refused),
    refuse(id) {
      const message = find(id);
      if (message !== null) save({ ...message, refused: true });
    },
    renew(id, fresh, at) {
      const message = find(id);
      if (message === null) return;
      const { refused: _, ...rest } = message;
      save({ ...rest, id: fresh, at });
      drop(id);
    },
  };
}
