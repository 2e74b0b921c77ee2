/** The visitor's end of the conversation, without the UI. */
import type { AnswerOf } from '@parley/contract';
import type {
  BusinessState,
  VisitorMessage,
  VisitorRating,
  VisitorStreamEvent,
  visitorStart,
} from '@parley/contract/visitor';
import type { WidgetClock } from '../lib/clock.ts';
import type { WidgetStore } from '../lib/store.ts';
import type { Api, VisitorApiFailure } from './api.ts';
import { type CatchUp, createCatchUp } from './catch-up.ts';
import { createConversation } from './conversation.ts';
import {
  changesPrefix,
  createOutbox,
  outboxPrefix,
  type Pending,
  type PendingFile,
  type VisitorOutbox,
} from './outbox.ts';
import { coalesced, createRetryPauses, retryUntilAnswered } from './persistence.ts';
import { createReceipts, type Receipts } from './receipts.ts';
import { createSender, type VisitorSender } from './sender.ts';
import type { OpenStream } from './stream.ts';
import { createStreamKeeper, type StreamKeeper } from './stream-keeper.ts';
import { createTypingSender, createTypingSign } from './typing.ts';
import { createVisitStart, tokenKey, type VisitStart } from './visit-start.ts';

/** A tab that is hidden for this long closes its connection: browsers allow six per server without HTTP/2. */
const hiddenMs = 60_000;

export type WidgetChatState = {
  /** Null until the server has first been reached. */
  business: BusinessState | null;
  /** The business's color, which is also remembered from an earlier visit. */
  color: string | null;
  messages: readonly VisitorMessage[];
  /** Messages that haven't been acknowledged yet. */
  pending: readonly Pending[];
  /** The last attempt to send failed; retries continue. */
  sendingFails: boolean;
  unread: number;
  typing: boolean;
  /** The name of the agent who is typing, where it may be shown. */
  typist: string | undefined;
  /** The server can't be reached at the moment. */
  trouble: boolean;
  /** The rating request, which the second script shows. */
  rating?: VisitorRating | null | undefined;
};

export type WidgetChatParts = {
  site: string;
  /** The browser's language. */
  language: string;
  api: Api;
  stream: OpenStream;
  store: WidgetStore;
  clock: WidgetClock;
  /** [0, 1). */
  random(): number;
  newId(): string;
  changed(): void;
  /** Called when the server refuses this page permanently: nothing may be shown. */
  refused(failure: VisitorApiFailure): void;
};

export class WidgetChat {
  readonly #parts: WidgetChatParts;
  readonly #conversation = createConversation();
  readonly #outbox: VisitorOutbox;
  readonly #receipts: Receipts;
  readonly visit: VisitStart;
  readonly #catchUp: CatchUp;
  readonly #sender: VisitorSender;
  readonly #listen: StreamKeeper;
  readonly #sign: ReturnType<typeof createTypingSign>;
  /** Notifies the server that the visitor is typing, or has stopped. */
  readonly typed: (on: boolean) => void;
  #business: BusinessState | null = null;
  /** Newer than the business’s own field. */
  #online = false;
  /** True after a hint about the business's presence: the next answer may be older than the hint. */
  #presenceHinted = false;
  #rating: VisitorRating | null | undefined;
  #look = { open: false, visible: false };
  /** True after being hidden for so long that the stream was closed. */
  #away = false;
  #forgetAway = (): void => {};

  constructor(parts: WidgetChatParts) {
    const { api, clock, store, changed } = parts;
    this.#parts = parts;
    this.#outbox = createOutbox(store);
    this.#receipts = createReceipts(store);
    this.#sign = createTypingSign(clock, changed);
    this.visit = createVisitStart(
      { ...parts, pauses: createRetryPauses(clock, parts.random) },
      {
        changed,
        refused: parts.refused,
        entered: (answer) => this.#entered(answer),
        left: () => this.#left(),
      },
    );
    const visit = this.visit;
    this.#catchUp = createCatchUp(visit, api, this.#conversation, {
      refused: (failure) => this.#refused(failure),
      answered: ({ messages, lastSeq, online, rating }) => {
        this.#rating = rating;
        const before = this.#conversation.lastFromBusiness();
        this.#conversation.caughtUp(messages, lastSeq);
        if (this.#conversation.lastFromBusiness() > before) this.#sign.set(false);
        if (!this.#presenceHinted) this.#online = online;
        this.#presenceHinted = false;
        this.#arrived();
      },
    });
    this.#sender = createSender(visit, api, this.#outbox, {
      changed,
      sent: (message) => {
        this.#conversation.merge([message]);
        this.#listen.start();
      },
    });
    this.#listen = createStreamKeeper(visit, clock, parts.stream, {
      changed,
      wanted: () => this.#wanted(),
      check: () => {
        // A hint may have been missed, so that the answer counts again.
        this.#presenceHinted = false;
        this.#catchUp.now();
      },
      event: (event) => this.#hear(event),
    });
    this.typed = createTypingSender(clock, (on) => {
      const token = visit.token();
      return token === null ? null : api.typing(token, { on });
    });
  }

  /** Starts the visit on the server, once; retries until it answers. */
  begin(): void {
    this.visit.begin();
  }

  /** Returns whether an earlier visit has left its token. */
  known(): boolean {
    return this.#parts.store.get(tokenKey) !== null;
  }

  /** Returns whether message changes wait for the second script. */
  hasChanges(): boolean {
    return this.#parts.store.keys().some((key) => key.startsWith(changesPrefix));
  }

  /** Merges the server's answers to changes; also called when a new change is waiting. */
  merge(...messages: VisitorMessage[]): void {
    this.#conversation.merge(messages);
    this.#parts.changed();
  }

  /**
   * Queues a text.
   *
   * @param text already cleaned, not empty, within the limit
   * @param replyTo the id of the message that it replies to
   */
  write(text: string, replyTo?: string): void {
    this.typed(false);
    this.#add({ text, at: this.#parts.clock.now(), replyTo });
    this.begin();
  }

  /** @param at when the visitor chose the file */
  sendFile(file: PendingFile, at: number): void {
    this.#add({ text: '', at, file });
  }

  #add(message: Omit<Pending, 'id'>): void {
    this.#outbox.add({ ...message, id: this.#parts.newId() });
    this.#parts.changed();
    this.#sender.flush();
  }

  retry(id: string): void {
    const refused = this.#outbox.list().some((message) => message.id === id && message.refused);
    if (refused) this.#outbox.renew(id, this.#parts.newId(), this.#parts.clock.now());
    this.#parts.changed();
    this.#sender.flush();
    this.visit.pauses.wake();
  }

  remove(id: string): void {
    this.#outbox.drop(id);
    this.#parts.changed();
  }

  /** Sets whether the chat is open and visible, which determines what is read and whether hints are needed. */
  look(at: { open: boolean; visible: boolean }): void {
    this.#look = at;
    this.#forgetAway();
    if (at.visible) {
      this.#away = false;
    } else {
      this.#forgetAway = this.#parts.clock.after(hiddenMs, () => {
        this.#away = true;
        this.#listen.close();
      });
    }
    if (at.open) this.begin();
    if (this.visit.token() !== null) this.#arrived();
    this.#listen.start();
  }

  /** Handles a write to the store by another tab. */
  storeChanged(key: string): void {
    const token = this.#parts.store.get(tokenKey);
    if (key === tokenKey && token !== null) this.visit.follow(token);
    if (key.startsWith(outboxPrefix)) this.#catchUp.now();
    this.#parts.changed();
  }

  /**
   * Retries everything when the page becomes visible or the network returns.
   *
   * @param fresh true replaces the open stream, whose connection may be dead
   */
  wake(fresh: boolean): void {
    if (fresh) this.#listen.close();
    this.visit.pauses.wake();
    this.#listen.start();
    this.#catchUp.now();
  }

  state(): WidgetChatState {
    const { list, has, unreadAfter } = this.#conversation;
    return {
      business: this.#business && { ...this.#business, online: this.#online },
      color: this.#parts.store.get('color'),
      messages: list(),
      pending: this.#outbox.list().filter((message) => !has(message.id)),
      sendingFails: this.#sender.fails(),
      unread: unreadAfter(this.#receipts.read()),
      typing: this.#sign.on(),
      typist: this.#sign.name(),
      trouble: this.visit.trouble() || this.#listen.trouble(),
      rating: this.#rating,
    };
  }

  #entered({ business, messages, lastSeq, rating }: AnswerOf<typeof visitorStart>): void {
    this.#rating = rating;
    this.#business = business;
    this.#online = business.online;
    if (business.color === null) this.#parts.store.remove('color');
    else this.#parts.store.set('color', business.color);
    this.#receipts.limit(lastSeq);
    this.#conversation.reset(messages, lastSeq);
    this.#arrived();
    this.#sender.flush();
    this.#listen.start();
  }

  #left(): void {
    this.#conversation.reset([], 0);
    this.#listen.close();
    this.visit.pauses.wake();
    this.#parts.changed();
  }

  #refused(failure: VisitorApiFailure): void {
    if (failure.why === 'refused' && failure.error === 'channel.origin-refused') this.#parts.refused(failure);
  }

  #wanted(): boolean {
    const somethingToHear = this.#conversation.list().length > 0 || this.#outbox.list().length > 0;
    return !this.#away && (this.#look.open || somethingToHear);
  }

  #hear(event: VisitorStreamEvent): void {
    if (event.type === 'changed') this.#catchUp.hint(event.seq);
    if (event.type === 'typing') this.#sign.set(event.on, event.name);
    if (event.type !== 'online') return;
    this.#presenceHinted = true;
    this.#online = event.online;
    this.#parts.changed();
  }

  /** Updates receipts and outbox after something arrived or was seen. */
  #arrived(): void {
    const { has, lastFromBusiness } = this.#conversation;
    for (const { id } of this.#outbox.list()) if (has(id)) this.#outbox.drop(id);
    if (this.#look.open && this.#look.visible) this.#receipts.markRead(lastFromBusiness());
    this.#tell();
    this.#parts.changed();
  }

  readonly #tell = coalesced(async () => {
    for (;;) {
      const receipt = this.#receipts.due(this.#conversation.lastFromBusiness());
      if (receipt === null) return;
      const result = await retryUntilAnswered(this.visit, (token) => this.#parts.api.receipt(token, receipt));
      if (result === null) return;
      this.#receipts.told(receipt);
    }
  });
}
