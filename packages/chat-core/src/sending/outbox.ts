/**
 * Messages that the agent has sent and the server hasn't accepted yet. They are kept in the client's storage, so that
 * neither a lost connection nor a reload loses them, and in the journal, so that a crash doesn't. Each is sent under the
 * same id until the server answers: it accepts an id once, however often it is sent.
 */
import {
  ApiError,
  type Client,
  isApiError,
  isPassing,
  type KeyValueStorage,
  offersReLogin,
} from '@parley/api-client';
import { type Message, sendMessage } from '@parley/contract/conversations';
import type { Cancel, ClientClock } from '../clock.ts';
import { createStore, type ReadableStore, type Store } from '../store.ts';
import { type RefusedText, sensitiveTextsOf } from './sensitive-texts.ts';

/** An answered message, by its place in the conversation. */
export type ReplyTo = { id: string; seq: number };

/** `voice`: it was recorded for this chat. */
export type OutboxFile = { fileId: string; name: string; contentType: string; size: number; voice?: true };

/** The message template that a message is, with its values. */
export type OutboxTemplate = { id: string; name: string; language: string; values: Record<string, string> };

export type OutboxEntry = {
  id: string;
  conversationId: string;
  text: string;
  mode: 'translate' | 'original';
  /** A file that is uploaded; `text` is its caption. Absent: a text alone. */
  file?: OutboxFile;
  /** It is this template, and `text` what it is with its values. */
  template?: OutboxTemplate;
  /** The agent knows that the platform charges for it. */
  acceptsPrice?: true;
  /** The message that it answers. */
  replyTo?: ReplyTo;
  /** The latest event that the agent had seen: the server refuses it if a colleague has answered since. */
  seenSeq?: number;
  /** ms since the epoch. */
  at: number;
  /** It was refused because a colleague has answered: tried again, it is sent all the same. */
  answered?: true;
  /** It was refused because the conversation has left the sub-account: nothing shows it there. */
  left?: true;
  /** It was refused because the platform charges for it: tried again, it is sent all the same. */
  priced?: true;
  /** The server's sentence when it refuses this message; the agent decides what to do with it. */
  refusal: string | null;
};

/** Reads a stored entry; throws when it is none, or of another version. */
function parseEntry(stored: string): OutboxEntry {
  const parsed: Record<string, unknown> = JSON.parse(stored);
  const { id, conversationId, text, mode, file, replyTo, seenSeq, answered, left, at, refusal } = parsed;
  const { template, acceptsPrice, priced } = parsed;
  if (typeof id !== 'string' || typeof conversationId !== 'string' || typeof text !== 'string')
    throw new Error('No entry of the outbox');
  if ((mode !== 'translate' && mode !== 'original') || typeof at !== 'number' || !Number.isInteger(at))
    throw new Error('No entry of the outbox');
  if (refusal !== null && typeof refusal !== 'string') throw new Error('No entry of the outbox');
  return {
    id,
    conversationId,
    text,
    mode,
    ...parseFile(file),
    ...parseTemplate(template),
    ...(acceptsPrice === true ? { acceptsPrice } : {}),
    ...parseReplyTo(replyTo),
    ...(typeof seenSeq === 'number' && Number.isSafeInteger(seenSeq) ? { seenSeq } : {}),
    at,
    ...(answered === true ? { answered } : {}),
    ...(left === true ? { left } : {}),
    ...(priced === true ? { priced } : {}),
    refusal,
  };
}

function parseFile(stored: unknown): { file?: OutboxFile } {
  if (stored === undefined) return {};
  const { fileId, name, contentType, size, voice } = stored as Record<string, unknown>; // each field is looked at
  if (typeof fileId !== 'string' || typeof name !== 'string' || typeof contentType !== 'string')
    throw new Error('No entry of the outbox');
  if (typeof size !== 'number') throw new Error('No entry of the outbox');
  return { file: { fileId, name, contentType, size, ...(voice === true ? { voice } : {}) } };
}

function parseTemplate(stored: unknown): { template?: OutboxTemplate } {
  if (stored === undefined) return {};
  const { id, name, language, values } = stored as Record<string, unknown>; // each field is looked at
  if (typeof id !== 'string' || typeof name !== 'string' || typeof language !== 'string')
    throw new Error('No entry of the outbox');
  const entries = Object.entries(Object(values)).map(([key, value]) => [key, String(value)] as const);
  return { template: { id, name, language, values: Object.fromEntries(entries) } };
}

function parseReplyTo(stored: unknown): Pick<OutboxEntry, 'replyTo'> {
  if (stored === undefined) return {};
  const { id, seq } = stored as Record<string, unknown>; // each field is looked at
  if (typeof id !== 'string' || typeof seq !== 'number') throw new Error('No entry of the outbox');
  return { replyTo: { id, seq } };
}

/** Keeps a text over a crash of the client until it is accepted or discarded. */
export type Keep = {
  put(entry: Omit<OutboxEntry, 'refusal'>): void;
  remove(id: string): void;
};

/** Storage whose keys can be listed, e.g. `localStorage`. */
export type OutboxStorage = KeyValueStorage & Pick<Storage, 'key' | 'length'>;

export type OutboxOptions = {
  client: Client;
  storage: OutboxStorage;
  clock: ClientClock;
  keep: Keep;
  subAccountId: string;
  onAccepted(message: Message): void;
  /** Returns what the agent goes by among colleagues; undefined: no name is given. */
  authorName(): string | undefined;
  /** Called instead of keeping a text that the owner's rules refuse. One beside a file stays, as its file would be lost, and a template. */
  onSensitive(refused: RefusedText, found: readonly string[]): void;
  retryAfterMs?: number;
};

const byAge = (a: OutboxEntry, b: OutboxEntry) => a.at - b.at || (a.id < b.id ? -1 : 1);

/** Reads the entries. Each has a separate key, so that two windows that write at the same time lose none. */
function stored(storage: OutboxStorage, prefix: string): OutboxEntry[] {
  const entries: OutboxEntry[] = [];
  for (let at = 0; at < storage.length; at += 1) {
    const key = storage.key(at);
    if (key === null || !key.startsWith(prefix)) continue;
    try {
      entries.push(parseEntry(storage.getItem(key) ?? ''));
    } catch {
      // Not an entry of this version: leave it where it is.
    }
  }
  return entries.sort(byAge);
}

/** Returns false if the storage is full or forbidden: the entry lasts until the client closes. */
function store(storage: OutboxStorage, key: string, entry: OutboxEntry | null): boolean {
  try {
    if (entry === null) storage.removeItem(key);
    else storage.setItem(key, JSON.stringify(entry));
    return true;
  } catch {
    return false;
  }
}

type Verdict =
  | { accepted: Message }
  | 'later'
  | (Pick<OutboxEntry, 'answered' | 'left' | 'priced'> & { refusal: string })
  | { sensitive: readonly string[] };

async function send(options: OutboxOptions, entry: OutboxEntry): Promise<Verdict> {
  try {
    const { id, text, mode, conversationId, file, replyTo, seenSeq, acceptsPrice } = entry;
    const template = entry.template && { id: entry.template.id, values: entry.template.values };
    const beside = { fileId: file?.fileId, voice: file?.voice, template, acceptsPrice };
    const optional = { ...beside, replyToId: replyTo?.id, seenSeq };
    const body = { id, text, mode, ...optional, authorName: options.authorName() };
    const accepted = await options.client.call(sendMessage, { params: { conversationId }, body });
    options.onAccepted(accepted);
    return { accepted };
  } catch (problem) {
    // The end of a session is no refusal of the message: it is sent after the next login.
    const isOver = offersReLogin(problem) || (problem instanceof ApiError && problem.code === 401);
    if (isPassing(problem) || isOver) return 'later';
    const sensitive = sensitiveTextsOf(problem);
    if (sensitive !== null && entry.file === undefined && entry.template === undefined) return { sensitive };
    const sentence = problem instanceof ApiError ? problem.message : '';
    const refusal = sensitive === null ? sentence : `${sentence}: ${sensitive.join(', ')}`;
    if (isApiError(problem, 'message.answered-meanwhile')) return { refusal, answered: true };
    if (isApiError(problem, 'message.priced')) return { refusal, priced: true };
    return isApiError(problem, 'conversation.not-found') ? { refusal, left: true } : { refusal };
  }
}

export class Outbox {
  /** Oldest first, all conversations. */
  readonly entries: ReadableStore<readonly OutboxEntry[]>;
  readonly #entries: Store<readonly OutboxEntry[]>;
  readonly #options: OutboxOptions;
  readonly #prefix: string;
  readonly #sending = new Set<string>();
  /** The ids of entries that the storage refused. */
  readonly #unstored = new Set<string>();
  /** The place of the latest message of this client's in each conversation: no colleague's answer. */
  readonly #accepted = new Map<string, number>();
  #cancelRetry: Cancel | null = null;
  #closed = false;

  constructor(options: OutboxOptions) {
    this.#options = options;
    this.#prefix = `desk:outbox:${options.subAccountId}:`;
    this.#entries = createStore<readonly OutboxEntry[]>(stored(options.storage, this.#prefix));
    this.entries = this.#entries;
  }

  add(given: Omit<OutboxEntry, 'refusal'>): void {
    const entry = this.#guarded(given);
    this.#options.keep.put(entry);
    this.#change(entry.id, { ...entry, refusal: null });
    this.flush();
  }

  /** Adds messages that a crashed page had sent and the storage may have lost. */
  restore(entries: readonly Omit<OutboxEntry, 'refusal'>[]): void {
    const known = new Set(this.#entries.get().map((entry) => entry.id));
    for (const entry of entries)
      if (!known.has(entry.id)) this.#change(entry.id, { ...entry, refusal: null });
    this.flush();
  }

  /** Sends a refused one again, to be translated or as written; whatever a colleague has answered or it costs, if that refused it. */
  retry(id: string, mode: OutboxEntry['mode']): void {
    const entry = this.#entries.get().find((one) => one.id === id);
    if (!entry) return;
    const { answered, priced, left: _, seenSeq, ...rest } = entry;
    const guarded = answered || seenSeq === undefined ? {} : { seenSeq };
    const paid = priced ? { acceptsPrice: priced } : {};
    this.#change(id, { ...rest, ...guarded, ...paid, mode, refusal: null });
    this.flush();
  }

  discard(id: string): void {
    this.#change(id, null);
  }

  /** Sends everything that waits; call it when the connection is back. */
  flush(): void {
    if (this.#closed) return;
    const conversations = new Set(this.#entries.get().map((entry) => entry.conversationId));
    for (const conversationId of conversations) void this.#drain(conversationId);
  }

  /** Reads the storage again: another window has changed it. */
  reload(): void {
    const unstored = this.#entries.get().filter((entry) => this.#unstored.has(entry.id));
    this.#entries.set([...stored(this.#options.storage, this.#prefix), ...unstored].sort(byAge));
  }

  close(): void {
    this.#closed = true;
    this.#cancelRetry?.();
  }

  #change(id: string, entry: OutboxEntry | null): void {
    if (store(this.#options.storage, this.#prefix + id, entry)) this.#unstored.delete(id);
    else if (entry !== null) this.#unstored.add(id);
    if (entry === null) this.#options.keep.remove(id);
    const others = this.#entries.get().filter((one) => one.id !== id);
    this.#entries.set(entry === null ? others : [...others, entry].sort(byAge));
  }

  #settle(entry: OutboxEntry, verdict: Exclude<Verdict, 'later'>): void {
    // Back in the draft before it is gone here: a crash between the two keeps the text.
    if ('sensitive' in verdict) this.#options.onSensitive(entry, verdict.sensitive);
    if ('accepted' in verdict) this.#accept(entry, verdict.accepted);
    this.#change(entry.id, 'refusal' in verdict ? { ...entry, ...verdict } : null);
  }

  #next(conversationId: string): OutboxEntry | undefined {
    return this.#entries
      .get()
      .find((entry) => entry.conversationId === conversationId && entry.refusal === null);
  }

  /** Returns the latest event that the agent has seen, given the one at which the text was begun. */
  seenSince(conversationId: string, seq: number): number {
    return Math.max(seq, this.#accepted.get(conversationId) ?? 0);
  }

  /** Those behind it have seen it: stored before it is gone, so that a crash leaves none that it seems to overtake. */
  #accept({ id, conversationId }: OutboxEntry, { seq }: Message): void {
    this.#accepted.set(conversationId, seq);
    for (const other of this.#entries.get()) {
      const guarded = this.#guarded(other);
      if (other.id !== id && guarded.seenSeq !== other.seenSeq) this.#change(other.id, guarded);
    }
  }

  #guarded<Entry extends Omit<OutboxEntry, 'refusal'>>(entry: Entry): Entry {
    if (entry.seenSeq === undefined) return entry;
    return { ...entry, seenSeq: this.seenSince(entry.conversationId, entry.seenSeq) };
  }

  /** Sends one conversation's entries in order, and stops at an entry that has to wait. */
  async #drain(conversationId: string): Promise<void> {
    if (this.#sending.has(conversationId)) return;
    this.#sending.add(conversationId);
    let later = false;
    for (let entry = this.#next(conversationId); entry && !later && !this.#closed; ) {
      const verdict = await send(this.#options, entry);
      if (verdict === 'later') later = true;
      else this.#settle(entry, verdict);
      entry = this.#next(conversationId);
    }
    this.#sending.delete(conversationId);
    if (!later || this.#closed) return;
    this.#cancelRetry ??= this.#options.clock.after(this.#options.retryAfterMs ?? 3000, () => {
      this.#cancelRetry = null;
      this.flush();
    });
  }
}
