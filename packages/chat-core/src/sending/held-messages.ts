/**
 * Messages between Enter and sending: each is translated, shown to the agent for a moment and then sent. It can be
 * taken back until then. Messages are sent in the order in which they were entered. Messages still held when the client
 * closes are left to its next start.
 */
import { ApiError, type Client, isApiError } from '@parley/api-client';
import { previewTranslation } from '@parley/contract/conversations';
import type { Cancel, ClientClock } from '../clock.ts';
import { createStore, type ReadableStore, type Store } from '../store.ts';
import type { OutboxBackup, OutboxEntry, ReplyTo } from './outbox.ts';
import { type RefusedText, sensitiveTextsOf } from './sensitive-texts.ts';

export type HeldMessage = {
  /** The id under which it will be sent. */
  id: string;
  text: string;
  /** The message that it replies to. */
  replyTo?: ReplyTo;
  /** The latest event that the agent had seen. */
  seenSeq?: number;
  /** True when the agent has accepted the platform's charge. */
  acceptsPrice?: true;
  stage: 'translating' | 'shown' | 'failed';
  translation: string | null;
  target: string | null;
  characters: number;
  /** Time for which it is shown before it is sent, ms; 0 sends it as soon as the messages before it are sent. */
  holdMs: number;
  problem: ApiError | null;
};

export type HeldOptions = {
  client: Client;
  /** Sends a message that is ready. */
  send(
    message: Pick<
      OutboxEntry,
      'id' | 'conversationId' | 'text' | 'mode' | 'replyTo' | 'seenSeq' | 'acceptsPrice'
    >,
  ): void;
  /** Called with a text that the owner's rules refuse; it is then no longer held. */
  onSensitive(refused: RefusedText, found: readonly string[]): void;
  /** Preserves held messages across a crash; `send` takes them over. */
  keep: OutboxBackup;
  makeId(): string;
  clock: ClientClock;
  /** Returns how long a translation that has just arrived is shown, ms. */
  holdMs(): number;
};

type Queue = { store: Store<readonly HeldMessage[]>; cancelRelease: Cancel | null };

/** The hold time of a message whose translation hasn't arrived. */
const undecided = -1;

export class HeldMessages {
  readonly #options: HeldOptions;
  readonly #queues = new Map<string, Queue>();
  #closed = false;

  constructor(options: HeldOptions) {
    this.#options = options;
  }

  of(conversationId: string): ReadableStore<readonly HeldMessage[]> {
    return this.#queue(conversationId).store;
  }

  /** Translates and shows the text; earlier messages are sent without further delay. */
  hold(
    conversationId: string,
    text: string,
    replyTo: ReplyTo | null = null,
    { seenSeq, acceptsPrice }: Pick<HeldMessage, 'seenSeq' | 'acceptsPrice'> = {},
  ): void {
    this.hurry(conversationId);
    const id = this.#options.makeId();
    const { store } = this.#queue(conversationId);
    const answering = {
      ...(replyTo === null ? {} : { replyTo }),
      ...(seenSeq === undefined ? {} : { seenSeq }),
      ...(acceptsPrice ? { acceptsPrice } : {}),
    };
    const at = this.#options.clock.now();
    this.#options.keep.put({ id, conversationId, text, mode: 'translate', ...answering, at });
    const empty = { translation: null, target: null, characters: 0, problem: null };
    store.set([
      ...store.get(),
      { id, text, ...answering, stage: 'translating', holdMs: undecided, ...empty },
    ]);
    void this.#translate(conversationId, id, text);
  }

  /** Sends every translated message now, and the others as soon as they are translated. */
  hurry(conversationId: string): void {
    const { store } = this.#queue(conversationId);
    store.set(store.get().map((held) => ({ ...held, holdMs: 0 })));
    this.#release(conversationId);
  }

  /** Takes back a message, by default the last one, and returns it; null when it isn't held. */
  takeBack(conversationId: string, id?: string): HeldMessage | null {
    const wanted = id ?? this.#queue(conversationId).store.get().at(-1)?.id;
    const held = wanted === undefined ? undefined : this.#find(conversationId, wanted);
    if (held === undefined) return null;
    this.#remove(conversationId, held.id);
    this.#options.keep.remove(held.id);
    this.#release(conversationId);
    return held;
  }

  retry(conversationId: string, id: string): void {
    const held = this.#find(conversationId, id);
    if (held?.stage !== 'failed') return;
    this.#update(conversationId, id, { stage: 'translating', problem: null, holdMs: undecided });
    void this.#translate(conversationId, id, held.text);
  }

  sendOriginal(conversationId: string, id: string): void {
    this.#go(conversationId, id, 'original');
  }

  /** Stops sending: held messages are left to the next start. */
  close(): void {
    this.#closed = true;
    for (const { cancelRelease } of this.#queues.values()) cancelRelease?.();
  }

  #queue(conversationId: string): Queue {
    const queue = this.#queues.get(conversationId) ?? {
      store: createStore<readonly HeldMessage[]>([]),
      cancelRelease: null,
    };
    this.#queues.set(conversationId, queue);
    return queue;
  }

  #find(conversationId: string, id: string): HeldMessage | undefined {
    return this.#queue(conversationId)
      .store.get()
      .find((held) => held.id === id);
  }

  #update(conversationId: string, id: string, change: Partial<HeldMessage>): void {
    const { store } = this.#queue(conversationId);
    store.set(store.get().map((held) => (held.id === id ? { ...held, ...change } : held)));
  }

  #remove(conversationId: string, id: string): void {
    const { store } = this.#queue(conversationId);
    store.set(store.get().filter((held) => held.id !== id));
  }

  /** Sends the first message, now or when its hold time ends; then the next. */
  #release(conversationId: string): void {
    const queue = this.#queue(conversationId);
    queue.cancelRelease?.();
    queue.cancelRelease = null;
    const first = queue.store.get()[0];
    if (first?.stage !== 'shown' || this.#closed) return;
    if (first.holdMs <= 0) this.#go(conversationId, first.id, 'translate');
    else {
      const release = () => this.#go(conversationId, first.id, 'translate');
      queue.cancelRelease = this.#options.clock.after(first.holdMs, release);
    }
  }

  #go(conversationId: string, id: string, mode: 'translate' | 'original'): void {
    const held = this.#find(conversationId, id);
    if (held === undefined) return;
    this.#remove(conversationId, id);
    const { text, replyTo, seenSeq, acceptsPrice } = held;
    this.#options.send({
      id,
      conversationId,
      text,
      mode,
      ...(replyTo ? { replyTo } : {}),
      ...(seenSeq === undefined ? {} : { seenSeq }),
      ...(acceptsPrice ? { acceptsPrice } : {}),
    });
    this.#release(conversationId);
  }

  /** Writes the text to the draft before removing it here, so that a crash between the two keeps it. */
  #refuse(conversationId: string, id: string, found: readonly string[]): void {
    const held = this.#find(conversationId, id);
    if (held === undefined) return;
    this.#options.onSensitive({ ...held, conversationId }, found);
    this.takeBack(conversationId, id);
  }

  async #translate(conversationId: string, id: string, text: string): Promise<void> {
    try {
      const { translation, target, characters } = await this.#options.client.call(previewTranslation, {
        params: { conversationId },
        body: { messageId: id, text },
      });
      // Nothing to review, or the agent has pressed Enter twice.
      const atOnce = translation === null || this.#find(conversationId, id)?.holdMs === 0;
      const holdMs = atOnce ? 0 : this.#options.holdMs();
      this.#update(conversationId, id, { stage: 'shown', translation, target, characters, holdMs });
    } catch (problem) {
      const sensitive = sensitiveTextsOf(problem);
      if (sensitive !== null) return this.#refuse(conversationId, id, sensitive);
      // Without a connection the message waits in the outbox; the server translates it before sending.
      if (isApiError(problem, 'client.network'))
        this.#update(conversationId, id, { stage: 'shown', holdMs: 0 });
      else {
        const told = problem instanceof ApiError ? problem : null;
        this.#update(conversationId, id, { stage: 'failed', problem: told });
      }
    }
    this.#release(conversationId);
  }
}
