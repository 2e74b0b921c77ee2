/**
 * Between Enter and the sending: a text is translated, shown to the agent for a moment, and then goes out by
 * itself. It can be taken back until then. Texts leave in the order in which they were entered.
 */
import { ApiError, type Client, isApiError } from '@parley/api-client';
import { previewTranslation } from '@parley/contract';
import { createStore, type ReadableStore, type Store } from '../../lib/store.ts';

export type HeldMessage = {
  /** The id that it will be sent under. */
  id: string;
  text: string;
  stage: 'translating' | 'shown' | 'failed';
  translation: string | null;
  target: string | null;
  characters: number;
  /** How long it is shown before it goes, ms; 0: as soon as it is its turn. */
  holdMs: number;
  problem: ApiError | null;
};

export type HeldOptions = {
  client: Client;
  /** Takes a message that is ready to go. */
  send(message: { id: string; conversationId: string; text: string; mode: 'translate' | 'original' }): void;
  makeId(): string;
  /** Asked when a translation has come in. */
  holdMs(): number;
};

type Queue = { store: Store<readonly HeldMessage[]>; timer: ReturnType<typeof setTimeout> | null };

/** While the translation isn't there: nobody has said yet how long it will be shown. */
const undecided = -1;

export class HeldMessages {
  readonly #options: HeldOptions;
  readonly #queues = new Map<string, Queue>();

  constructor(options: HeldOptions) {
    this.#options = options;
  }

  of(conversationId: string): ReadableStore<readonly HeldMessage[]> {
    return this.#queue(conversationId).store;
  }

  /** Translates and then shows the text; what was held before hurries. */
  hold(conversationId: string, text: string): void {
    this.hurry(conversationId);
    const id = this.#options.makeId();
    const { store } = this.#queue(conversationId);
    const empty = { translation: null, target: null, characters: 0, problem: null };
    store.set([...store.get(), { id, text, stage: 'translating', holdMs: undecided, ...empty }]);
    void this.#translate(conversationId, id, text);
  }

  /** Ends the showing: everything that is translated goes at once, the rest as soon as it is. */
  hurry(conversationId: string): void {
    const { store } = this.#queue(conversationId);
    store.set(store.get().map((held) => ({ ...held, holdMs: 0 })));
    this.#release(conversationId);
  }

  /** Gives back the text that was entered last; null when none is held. */
  takeBack(conversationId: string): string | null {
    const last = this.#queue(conversationId).store.get().at(-1);
    if (last === undefined) return null;
    this.#remove(conversationId, last.id);
    this.#release(conversationId);
    return last.text;
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

  /** All texts that are held, to be kept as drafts when the page is left. */
  texts(): [conversationId: string, text: string][] {
    return [...this.#queues].flatMap(([conversationId, { store }]): [string, string][] => {
      const texts = store.get().map((held) => held.text);
      return texts.length === 0 ? [] : [[conversationId, texts.join('\n')]];
    });
  }

  #queue(conversationId: string): Queue {
    const queue = this.#queues.get(conversationId) ?? {
      store: createStore<readonly HeldMessage[]>([]),
      timer: null,
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

  /** Lets the first one go, now or at the end of its showing; the one behind it follows. */
  #release(conversationId: string): void {
    const queue = this.#queue(conversationId);
    if (queue.timer !== null) clearTimeout(queue.timer);
    queue.timer = null;
    const first = queue.store.get()[0];
    if (first?.stage !== 'shown') return;
    if (first.holdMs <= 0) this.#go(conversationId, first.id, 'translate');
    else queue.timer = setTimeout(() => this.#go(conversationId, first.id, 'translate'), first.holdMs);
  }

  #go(conversationId: string, id: string, mode: 'translate' | 'original'): void {
    const held = this.#find(conversationId, id);
    if (held === undefined) return;
    this.#remove(conversationId, id);
    this.#options.send({ id, conversationId, text: held.text, mode });
    this.#release(conversationId);
  }

  async #translate(conversationId: string, id: string, text: string): Promise<void> {
    try {
      const { translation, target, characters } = await this.#options.client.call(previewTranslation, {
        params: { conversationId },
        body: { messageId: id, text },
      });
      // Nothing to look at, or an agent in a hurry: it goes at once.
      const atOnce = translation === null || this.#find(conversationId, id)?.holdMs === 0;
      const holdMs = atOnce ? 0 : this.#options.holdMs();
      this.#update(conversationId, id, { stage: 'shown', translation, target, characters, holdMs });
    } catch (problem) {
      // Without a connection it waits in the outbox, still to be translated by the server before it goes.
      if (isApiError(problem, 'client.network')) this.#go(conversationId, id, 'translate');
      const told = problem instanceof ApiError ? problem : null;
      this.#update(conversationId, id, { stage: 'failed', problem: told });
    }
    this.#release(conversationId);
  }
}
