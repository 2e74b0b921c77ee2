/**
 * The visitor's messages that the server has not acknowledged. Each is a separate entry in the store, so that two tabs
 * never overwrite each other's, and keeps its id over reloads, so that sending it twice delivers it once.
 */
import type { WidgetStore } from '../lib/store.ts';

/** A file that is on the server. `voice` marks a recording made for this chat. */
export type PendingFile = { fileId: string; name: string; voice?: boolean };

export type Pending = {
  id: string;
  text: string;
  file?: PendingFile;
  /** Time in ms since the epoch, by the visitor's clock. */
  at: number;
  /** The id of the message that it replies to. */
  replyTo?: string | undefined;
  /** Token of the split link's visit that led the visitor here; sent with the first message. */
  visit?: string | null;
  /** True if the server refused it permanently: only the visitor can send it again. */
  refused?: boolean;
};

/** Store key under which that token waits for the first message. */
export const originKey = 'visit';

export type VisitorOutbox = {
  add(message: Pending): void;
  /** Removes an acknowledged or discarded message. */
  drop(id: string): void;
  refuse(id: string): void;
  /** Sends a refused message again, under a new id because the old one may have been the reason. */
  renew(id: string, fresh: string, at: number): void;
  /** The next message to send. */
  next(): Pending | undefined;
  /** Returns the messages in the order in which they were written. */
  list(): readonly Pending[];
};

/** The prefix of the entries' keys. */
export const outboxPrefix = 'out:';
/** Key prefix of the message changes that the second script stores (`extras/changes.ts`). */
export const changesPrefix = 'do:';
/** Key prefix of answers to rating requests (`rating/answers.ts`); a waiting one also triggers loading the second script. */
export const answersPrefix = `${changesPrefix}rate:`;

/** Parses an entry; null unless it is a message under its own key, by which it can be removed. */
function parsed(key: string, text: string | null): Pending | null {
  try {
    // Other scripts of the page can write here, too: validate what this script relies on; the server validates the rest.
    const value = JSON.parse(text ?? 'null') as Partial<Pending> | null;
    const { id, text: words, at } = value ?? {};
    const valid = outboxPrefix + id === key && typeof words === 'string' && typeof at === 'number';
    // Once valid, `value` has all required fields.
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
