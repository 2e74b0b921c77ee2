/**
 * Messages that the agent has sent and the server hasn't accepted yet. They are kept in the client's storage, so that
 * neither a lost connection nor a reload loses them, and in the journal, so that a crash doesn't. Each message is sent
 * under the same id, an idempotency key, until the server answers.
 */
import {
  ApiError,
  type Client,
  isApiError,
  isTransient,
  type KeyValueStorage,
  offersReLogin,
} from '@parley/api-client';
import { type Message, sendMessage } from '@parley/contract/conversations';
import type { Cancel, ClientClock } from '../clock.ts';
import { createStore, type ReadableStore, type Store } from '../store.ts';
import { type RefusedText, sensitiveTextsOf } from './sensitive-texts.ts';

/** The message replied to, with its place in the conversation. */
export type ReplyTo = { id: string; seq: number };

/** `voice` marks a recording made for this chat. */
export type OutboxFile = { fileId: string; name: string; contentType: string; size: number; voice?: true };

/** A message template to send, with its values. */
export type OutboxTemplate = { id: string; name: string; language: string; values: Record<string, string> };

export type OutboxEntry = {
  id: string;
  conversationId: string;
  text: string;
  mode: 'translate' | 'original';
  /** An uploaded file, with `text` as its caption; absent for a plain text. */
  file?: OutboxFile;
  /** The template of this message; `text` is then the template filled in with its values. */
  template?: OutboxTemplate;
  /** True when the agent has accepted the platform's charge. */
  acceptsPrice?: true;
  /** The message that it replies to. */
  replyTo?: ReplyTo;
  /** The latest event that the agent had seen: the server refuses the message if a colleague has answered since. */
  seenSeq?: number;
  /** ms since the epoch. */
  at: number;
  /** Set when the message was refused because a colleague had answered; a retry sends it regardless. */
  answered?: true;
  /** Set when the message was refused because the conversation has left the sub-account, where nothing shows it any more. */
  left?: true;
  /** Set when the message was refused because the platform charges for it; a retry accepts the charge. */
  priced?: true;
  /** The server's reason for refusing this message, for display; the agent decides what to do with it. */
  refusal: string | null;
};

/** Parses a stored entry; throws when it is invalid or of another version. */
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
  const { fileId, name, contentType, size, voice } = stored as Record<string, unknown>; // each field is checked
  if (typeof fileId !== 'string' || typeof name !== 'string' || typeof contentType !== 'string')
    throw new Error('No entry of the outbox');
  if (typeof size !== 'number') throw new Error('No entry of the outbox');
  return { file: { fileId, name, contentType, size, ...(voice === true ? { voice } : {}) } };
}

function parseTemplate(stored: unknown): { template?: OutboxTemplate } {
  if (stored === undefined) return {};
  const { id, name, language, values } = stored as Record<string, unknown>; // each field is checked
  if (typeof id !== 'string' || typeof name !== 'string' || typeof language !== 'string')
    throw new Error('No entry of the outbox');
  const entries = Object.entries(Object(values)).map(([key, value]) => [key, String(value)] as const);
  return { template: { id, name, language, values: Object.fromEntries(entries) } };
}

function parseReplyTo(stored: unknown): Pick<OutboxEntry, 'replyTo'> {
  if (stored === undefined) return {};
  const { id, seq } = stored as Record<string, unknown>; // each field is checked
  if (typeof id !== 'string' || typeof seq !== 'number') throw new Error('No entry of the outbox');
  return { replyTo: { id, seq } };
}

/** Preserves a text across a crash of the client until it is accepted or discarded. */
export type OutboxBackup = {
  put(entry: Omit<OutboxEntry, 'refusal'>): void;
  remove(id: string): void;
};

/** Storage whose keys can be listed, e.g. `localStorage`. */
export type OutboxStorage = KeyValueStorage & Pick<Storage, 'key' | 'length'>;

export type OutboxOptions = {
  client: Client;
  storage: OutboxStorage;
  clock: ClientClock;
  keep: OutboxBackup;
  subAccountId: string;
  onAccepted(message: Message): void;
  /** Returns the agent's name among colleagues; undefined when none is given. */
  authorName(): string | undefined;
  /**
   * Called with a text that the owner's rules refuse, which then leaves the outbox. A caption stays, because its file
   * would be lost; so does a template.
   */
  onSensitive(refused: RefusedText, found: readonly string[]): void;
  retryAfterMs?: number;
};

const byAge = (a: OutboxEntry, b: OutboxEntry) => a.at - b.at || (a.id < b.id ? -1 : 1);

/** Reads the entries. Each has a separate key, so that concurrent writes by two windows lose none. */
function stored(storage: OutboxStorage, prefix: string): OutboxEntry[] {
  const entries: OutboxEntry[] = [];
  for (let at = 0; at < storage.length; at += 1) {
    const key = storage.key(at);
    if (key === null || !key.startsWith(prefix)) continue;
    try {
      entries.push(parseEntry(storage.getItem(key) ?? ''));
    } catch {
      // Not an entry of this version: leave it untouched.
    }
  }
  return entries.sort(byAge);
}

/** Returns false if the storage is full or forbidden: the entry then lasts until the client closes. */
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
    // The end of a session doesn't refuse the message: it is sent after the next login.
    const isOver = offersReLogin(problem) || (problem instanceof ApiError && problem.code === 401);
    if (isTransient(problem) || isOver) return 'later';
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
  /** Oldest first, across all conversations. */
  readonly entries: ReadableStore<readonly OutboxEntry[]>;
  readonly #entries: Store<readonly OutboxEntry[]>;
  readonly #options: OutboxOptions;
  readonly #prefix: string;
  readonly #sending = new Set<string>();
  /** The ids of entries that couldn't be written to storage. */
  readonly #unstored = new Set<string>();
  /** The place of this client's latest accepted message in each conversation, which is no colleague's answer. */
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

  /** Retries a refused message, translated or as written. A refusal due to a colleague's answer or a charge is overridden. */
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

  /** Sends all waiting messages; call it when the connection is back. */
  flush(): void {
    if (this.#closed) return;
    const conversations = new Set(this.#entries.get().map((entry) => entry.conversationId));
    for (const conversationId of conversations) void this.#drain(conversationId);
  }

  /** Reloads the storage after another window has changed it. */
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
    // Write the text to the draft before removing it here, so that a crash between the two keeps it.
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

  /**
   * Marks this message as seen by the entries queued behind it. They are stored before it is removed: after a crash
   * none of them appears to overtake it.
   */
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

  /** Sends one conversation's entries in order, and stops at the first entry that has to wait. */
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
