/** One room that the account is in, for the lifetime of a stream. XEP-0045 */
import type { GroupExit } from '@parley/contract/conversations';
import { type Element, xml } from '@xmpp/client';
import { createBackoff } from '../../kit/backoff.ts';
import { createBoundedMap } from '../../kit/bounded-map.ts';
import { ConnectorFailure } from '../../kit/guard.ts';
import type { ConnectorHost } from '../../spec.ts';

import type { FileAddressRule } from '../file-address.ts';
import { ns } from '../namespaces.ts';
import { stanzaCondition } from '../refusals.ts';
import type { XmppStream } from '../stream.ts';
import { groupMessage } from './group-message.ts';
import { type OccupantBudget, Occupants } from './occupants.ts';
import { Reporter } from './reporter.ts';
import { factsOf, type RoomFacts } from './room-facts.ts';
import { createRoomInbox, isKept, type RoomInbox } from './room-inbox.ts';
import type { RoomPositions } from './room-positions.ts';
import { isNamed, type RoomPresence, roomPresence } from './room-presence.ts';

export type RoomOptions = {
  stream: XmppStream;
  host: ConnectorHost;
  address: string;
  nick: string;
  password: string | null;
  budget: OccupantBudget;
  positions: RoomPositions;
  addressOf: FileAddressRule;
  /** Aborted at the end of the stream. */
  signal: AbortSignal;
  /** Called when the account is out for good: only an invitation can bring it back. */
  onExit(): void;
};

export type RoomState = 'entering' | 'in' | GroupExit;

const stepMs = 20_000;
/** Maximum number of names tried while others are using them. */
const maxNicks = 5;
/** Number of past messages requested from a room without an archive. */
const historyStanzas = 20;

/** Final responses of a room to an attempt to enter. */
const exits: Readonly<Record<string, GroupExit>> = {
  forbidden: 'banned',
  gone: 'closed',
  'item-not-found': 'closed',
  'not-allowed': 'refused',
  'not-authorized': 'refused',
  'registration-required': 'refused',
  'not-acceptable': 'refused',
  'jid-malformed': 'refused',
  'feature-not-implemented': 'refused',
};

export class Room {
  readonly address: string;
  readonly #options: RoomOptions;
  readonly #occupants: Occupants;
  readonly #reporter: Reporter;
  /** The room's ids of the account's messages, by the account's own ids. */
  readonly #sent = createBoundedMap<string>(1_000);
  readonly #reflections = new Map<string, (roomId: string | null) => void>();
  readonly #watchers = new Set<() => void>();
  /** Called once the account has left. */
  readonly #leaving = new Set<() => void>();
  #state: RoomState = 'entering';
  #nick: string;
  #ownId: string | null = null;
  #facts: RoomFacts | null = null;
  #inbox: RoomInbox | null = null;
  /** Receives the room's response to an attempt to enter. */
  #answer: ((presence: RoomPresence) => void) | null = null;
  /** In a room without an archive, the messages delivered with the first entry are history. */
  #isFirstEntry = false;

  constructor(options: RoomOptions) {
    this.address = options.address;
    this.#options = options;
    this.#nick = options.nick;
    this.#occupants = new Occupants(options.budget);
    this.#reporter = new Reporter(options.host, options.address, this.#occupants, options.signal);
  }

  get state(): RoomState {
    return this.#state;
  }

  get nick(): string {
    return this.#nick;
  }

  get hasArchive(): boolean {
    return this.#facts?.hasArchive ?? false;
  }

  /** Returns the room's id of a message that the account sent; undefined: unknown. */
  roomIdOf(stanzaId: string): string | undefined {
    return this.#sent.get(stanzaId);
  }

  /** Returns the address of a member in the room; undefined: not present. */
  memberAddress(id: string): string | undefined {
    const name = this.#occupants.nickOf(id);
    return name === undefined ? undefined : `${this.address}/${name}`;
  }

  /** Enters, and retries until the account is in or out for good. */
  async enter(): Promise<void> {
    const { host, signal } = this.#options;
    const backoff = createBackoff({ random: host.random, firstMs: 1_000 });
    while (this.#state === 'entering' && !this.#isOver()) {
      try {
        await this.#enterOnce();
      } catch (error) {
        if (this.#isOver() || this.#state !== 'entering') return;
        const condition = stanzaCondition(error) ?? '';
        const exit = exits[condition];
        if (exit !== undefined) {
          this.#leaveFor(exit, condition);
          return;
        }
        host.log.info({ err: error, room: this.address }, 'xmpp: a room could not be entered, trying again');
        await host.clock.sleep(backoff.next(), signal).catch(() => undefined);
      }
    }
  }

  presence(stanza: Element): void {
    const presence = roomPresence(stanza, this.#facts?.namesOccupants ?? false);
    if (presence?.kind === 'refused') this.#answer?.(presence);
    if (presence?.kind === 'gone') this.#gone(presence);
    if (presence?.kind === 'here') this.#here(presence);
    if (presence !== null) this.#reporter.soon();
  }

  message(stanza: Element): void {
    if (this.#state !== 'in' && this.#state !== 'entering') return;
    const isFromPast = this.#isFirstEntry && stanza.getChild('delay', ns.delay) !== undefined;
    if (isKept(stanza)) this.#inbox?.live(stanza, isFromPast);
    else if (isRenamed(stanza)) void this.#rename();
  }

  /** Resolves with the room's id of a stanza once it is reflected; rejects if it isn't. */
  reflectionOf(stanzaId: string): Promise<string | null> {
    return this.#waitFor<string | null>((settle) => this.#reflections.set(stanzaId, settle)).finally(() =>
      this.#reflections.delete(stanzaId),
    );
  }

  /** Resolves when the account is in, or out for good, or after `ms`. */
  async settled(ms: number): Promise<RoomState> {
    const { stream, host } = this.#options;
    const stop = new AbortController();
    const { promise: decided, resolve } = Promise.withResolvers<void>();
    const look = () => {
      if (this.#state !== 'entering') resolve();
    };
    this.#watchers.add(look);
    look();
    const late = host.clock.sleep(ms, stop.signal).catch(() => undefined);
    await Promise.race([decided, late, stream.ended]);
    this.#watchers.delete(look);
    stop.abort();
    return this.#state;
  }

  /**
   * Leaves, whatever the room's response. Resolves once the response has arrived and is stored; rejects if the room doesn't
   * respond, or the stream ends before.
   */
  async leave(): Promise<void> {
    const { stream } = this.#options;
    const wasIn = this.#state === 'in';
    this.#setState('left');
    const left = wasIn ? this.#waitFor<void>((settle) => void this.#leaving.add(settle)) : undefined;
    const gone = xml('presence', { to: `${this.address}/${this.#nick}`, type: 'unavailable' });
    await Promise.all([left, stream.send(gone)]);
    this.#occupants.clear();
    this.#reporter.own({ exit: 'left' });
    const ended = stream.ended.then((reason) => Promise.reject(reason));
    await Promise.race([this.#reporter.stored(), ended]);
  }

  async stop(): Promise<void> {
    await Promise.all([this.#inbox?.idle(), this.#reporter.idle()]);
    this.#occupants.clear();
  }

  #isOver(): boolean {
    return this.#options.signal.aborted || this.#options.stream.hasEnded();
  }

  #setState(next: RoomState): void {
    this.#state = next;
    for (const look of [...this.#watchers]) look();
  }

  #leaveFor(exit: GroupExit, reason: string): void {
    const { positions, onExit } = this.#options;
    const wasIn = this.#state === 'in' || positions.get(this.address) !== undefined;
    this.#occupants.clear();
    this.#setState(exit);
    positions.forget(this.address);
    // A group that was never entered has no conversation.
    if (wasIn) this.#reporter.own({ exit, reason });
    onExit();
  }

  /** Resolves once the account is in, or out for good; rejects for transient failures. */
  async #enterOnce(): Promise<void> {
    const { stream, nick } = this.#options;
    const facts = await factsOf(stream, this.address);
    this.#facts = facts;
    this.#inbox ??= this.#openInbox(facts);
    for (let attempt = 1; attempt <= maxNicks; attempt += 1) {
      // The room may be left at any time, and must not be entered afterwards.
      if (this.#state !== 'entering') return;
      this.#nick = attempt === 1 ? nick : `${nick}-${attempt}`;
      const presence = await this.#ask(facts);
      if (this.#state !== 'entering') return;
      if (presence.kind === 'here') {
        this.#entered(facts);
        return;
      }
      if (presence.kind !== 'refused') throw new ConnectorFailure('platform-protocol', 'room');
      if (presence.condition === 'conflict') continue;
      const exit = exits[presence.condition];
      if (exit === undefined) throw new Error(presence.reason);
      this.#leaveFor(exit, presence.reason);
      return;
    }
    this.#leaveFor('refused', 'conflict');
  }

  /** Requests to enter, and returns the room's response. */
  async #ask({ hasArchive }: RoomFacts): Promise<RoomPresence> {
    const { stream, positions, password } = this.#options;
    const known = positions.get(this.address);
    this.#isFirstEntry = known === undefined;
    const since = known && { since: new Date(known.at).toISOString() };
    const past = hasArchive ? { maxstanzas: '0' } : (since ?? { maxstanzas: String(historyStanzas) });
    const asked = xml(
      'x',
      { xmlns: ns.room },
      xml('history', past),
      ...(password === null ? [] : [xml('password', {}, password)]),
    );
    const answered = this.#waitFor<RoomPresence>((settle) => {
      this.#answer = settle;
    });
    const sent = stream.send(xml('presence', { to: `${this.address}/${this.#nick}` }, asked));
    return Promise.all([answered, sent])
      .then(([presence]) => presence)
      .finally(() => {
        this.#answer = null;
      });
  }

  #entered({ title, hasArchive }: RoomFacts): void {
    const { positions, host } = this.#options;
    const role = this.#occupants.byNick(this.#nick)?.role;
    this.#reporter.own({ exit: null, ...(role ? { role } : {}) }, title);
    this.#occupants.entered();
    this.#reporter.entered();
    this.#setState('in');
    if (hasArchive) this.#inbox?.catchUp();
    else if (positions.get(this.address) === undefined)
      positions.set(this.address, { after: null, at: host.clock.now() });
  }

  #here({ occupant, isSelf }: RoomPresence & { kind: 'here' }): void {
    this.#occupants.here(occupant);
    if (!isSelf) return;
    this.#nick = occupant.nick;
    this.#ownId = isNamed(occupant.id) ? null : occupant.id;
    this.#options.positions.setOwn(this.address, { nick: occupant.nick, id: this.#ownId });
    this.#answer?.({ kind: 'here', occupant, isSelf });
  }

  #gone({ nick, isSelf, newNick, exit, reason }: RoomPresence & { kind: 'gone' }): void {
    this.#occupants.gone(nick);
    if (!isSelf) return;
    if (newNick !== null) this.#nick = newNick;
    else if (this.#state === 'left') for (const settle of this.#leaving) settle();
    else if (exit !== null) this.#leaveFor(exit, reason);
    else {
      // For example, the room's server is restarting.
      this.#occupants.clear();
      this.#setState('entering');
      void this.enter();
    }
  }

  #openInbox(facts: RoomFacts): RoomInbox {
    const { stream, host, positions, signal, addressOf } = this.#options;
    const { address: room } = this;
    return createRoomInbox({
      stream,
      host,
      room,
      positions,
      hasArchive: facts.hasArchive,
      signal,
      interpret: (stanza, about) =>
        groupMessage(stanza, {
          ...facts,
          ...about,
          room,
          addressOf,
          title: this.#facts?.title ?? null,
          ownId: this.#ownId,
          account: stream.account,
          own: { nick: this.#nick, account: stream.account },
          memberOf: (name) => this.#occupants.byNick(name),
        }),
      onOwn: ({ stanzaId, roomId }) => {
        if (roomId !== null) this.#sent.set(stanzaId, roomId);
        const settle = this.#reflections.get(stanzaId);
        settle?.(roomId);
        return settle !== undefined;
      },
    });
  }

  async #rename(): Promise<void> {
    const now = await factsOf(this.#options.stream, this.address).catch(() => null);
    if (now === null || this.#facts === null) return;
    // `hasArchive` stays as it was, because messages have been named accordingly.
    this.#facts = { ...this.#facts, title: now.title };
    this.#reporter.own({ exit: null }, now.title);
  }

  /** Rejects after `stepMs`, or when the stream ends. */
  #waitFor<T>(begin: (settle: (value: T) => void) => void): Promise<T> {
    const { signal, stream } = this.#options;
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const timer = setTimeout(() => reject(new ConnectorFailure('platform-silent')), stepMs);
    const ended = () => reject(new ConnectorFailure('platform-hung-up'));
    signal.addEventListener('abort', ended, { once: true });
    void stream.ended.then(ended);
    begin(resolve);
    return promise.finally(() => {
      clearTimeout(timer);
      signal.removeEventListener('abort', ended);
    });
  }
}

/** Returns whether the room's settings, and perhaps its name, have changed. */
const isRenamed = (stanza: Element) =>
  stanza
    .getChild('x', ns.roomUser)
    ?.getChildren('status')
    .some(({ attrs }) => attrs.code === '104') ?? false;
