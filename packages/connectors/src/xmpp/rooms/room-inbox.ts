/**
 * Passes one room's messages to the host, strictly in sequence. If the room keeps an archive (XEP-0313), that is the source of
 * truth, as the account's archive is for private chats; otherwise messages are queued in memory, within limits.
 */
import type { Element } from '@xmpp/client';
import { createBackoff } from '../../kit/backoff.ts';
import { createBoundedMap } from '../../kit/bounded-map.ts';
import type { ConnectorHost } from '../../spec.ts';
import { type ArchivedMessage, ArchiveGap, type ArchivePage, queryArchive } from '../archive.ts';
import { ns } from '../namespaces.ts';
import type { XmppStream } from '../stream.ts';
import { weightOf } from '../stream-parser.ts';
import type { GroupInbound } from './group-message.ts';
import type { RoomPosition, RoomPositions } from './room-positions.ts';

/** Memory limit of a room's queued stanzas, in bytes. */
const queueWeight = 4 * 1024 * 1024;
/** Number of past messages that are read on entering a room for the first time. */
const historyMessages = 50;

export type RoomInboxOptions = {
  stream: XmppStream;
  host: ConnectorHost;
  room: string;
  positions: RoomPositions;
  hasArchive: boolean;
  interpret(
    stanza: Element,
    at: Pick<ArchivedMessage, 'at'> & { archiveId: string | null; history: boolean },
  ): GroupInbound | null;
  /** Called when the account's own message is reflected. True: a send is waiting for it, so it isn't reported. */
  onOwn(own: { stanzaId: string; roomId: string | null }): boolean;
  signal: AbortSignal;
};

export type RoomInbox = {
  live(stanza: Element, history: boolean): void;
  /** Reads the archive after the known position. */
  catchUp(): void;
  /** Resolves when no work is in progress. */
  idle(): Promise<void>;
};

export function createRoomInbox(options: RoomInboxOptions): RoomInbox {
  const { stream, host, hasArchive, signal } = options;
  const state: State = { options, seen: createBoundedMap<true>(2000), queue: [], weight: 0, dirty: false };
  let working: Promise<void> | null = null;
  const over = () => signal.aborted || stream.hasEnded();
  const wake = () => {
    if (over()) return;
    working ??= work(state, over).finally(() => {
      working = null;
      if (state.dirty || state.queue.length > 0) wake();
    });
  };
  return {
    live(stanza, history) {
      if (state.dirty && hasArchive) return;
      state.weight += weightOf(stanza);
      if (state.weight > queueWeight) {
        // Without an archive, the newest messages are kept.
        state.dirty = hasArchive;
        if (hasArchive) empty(state);
        else
          host.log.warn(
            { room: options.room },
            'xmpp: a room’s messages were dropped, as they can’t be stored',
          );
        while (state.weight > queueWeight && state.queue.length > 0) drop(state);
      }
      if (!state.dirty) state.queue.push({ stanza, history });
      wake();
    },
    catchUp() {
      if (!hasArchive) return;
      state.dirty = true;
      wake();
    },
    async idle() {
      await working;
    },
  };
}

type State = {
  options: RoomInboxOptions;
  /** The room's ids of stored messages. */
  seen: ReturnType<typeof createBoundedMap<true>>;
  queue: { stanza: Element; history: boolean }[];
  /** Memory used by the queue, in bytes. */
  weight: number;
  /** True: the archive must be read before any live stanza is handled. */
  dirty: boolean;
};

function empty(state: State): void {
  state.queue = [];
  state.weight = 0;
}

function drop(state: State): void {
  const first = state.queue.shift();
  if (first) state.weight -= weightOf(first.stanza);
}

async function work(state: State, over: () => boolean): Promise<void> {
  const { host, hasArchive, room, signal } = state.options;
  const backoff = createBackoff({ random: host.random, firstMs: 250, maxMs: 15_000 });
  while ((state.dirty || state.queue.length > 0) && !over()) {
    try {
      if (state.dirty) await readOn(state);
      else await takeFirst(state);
      backoff.reset();
    } catch (error) {
      if (over()) return;
      host.log.warn({ err: error, room }, 'xmpp: a room’s messages could not be taken');
      if (hasArchive) empty(state);
      state.dirty = hasArchive;
      await host.clock.sleep(backoff.next(), signal).catch(() => undefined);
    }
  }
}

async function takeFirst(state: State): Promise<void> {
  const [first] = state.queue;
  if (!first) return;
  const { interpret, host, hasArchive } = state.options;
  const at = host.clock.now();
  const inbound = interpret(first.stanza, { at, archiveId: null, history: first.history });
  const hasBody = inbound?.message !== null && inbound?.message !== undefined;
  if (inbound && hasArchive && inbound.roomId === null && hasBody) {
    // Nothing in the live stanza identifies its entry in the archive.
    state.dirty = true;
    empty(state);
    return;
  }
  if (inbound && !(inbound.roomId !== null && state.seen.has(inbound.roomId))) await store(state, [inbound]);
  if (inbound) advance(state, inbound.roomId, at);
  drop(state);
}

async function readOn(state: State): Promise<void> {
  // Messages that arrive from here on are queued, and recognized by their ids if the archive already has them.
  state.dirty = false;
  const { positions, room, host } = state.options;
  for (;;) {
    const known = positions.get(room);
    const page = await pageBehind(state, known);
    // A message sent after the first entry is also received live, before the archive's response.
    const live = new Set(state.queue.flatMap(({ stanza }) => idsOf(stanza)));
    const fresh = page.items.flatMap((item) => {
      if (state.seen.has(item.id)) return [];
      const history = known === undefined && !live.has(item.id);
      const about = { at: item.at, archiveId: item.id, history };
      const inbound = state.options.interpret(item.message, about);
      return inbound ? [inbound] : [];
    });
    await store(state, fresh);
    const last = page.items.at(-1);
    if (last) advance(state, last.id, last.at);
    for (const { id } of page.items) state.seen.set(id, true);
    if (known === undefined && !last) positions.set(room, { after: null, at: host.clock.now() });
    if (page.complete || !last || known === undefined) return;
  }
}

const idsOf = (stanza: Element) =>
  stanza.getChildren('stanza-id', ns.stanzaId).flatMap(({ attrs: { id } }) => id ?? []);

async function pageBehind(
  { options: { stream, room } }: State,
  known: RoomPosition | undefined,
): Promise<ArchivePage> {
  // Some queries to an empty archive fail as if the position had been deleted.
  const orNothing = (error: unknown): ArchivePage => {
    if (error instanceof ArchiveGap) return { items: [], complete: true, total: null };
    throw error;
  };
  if (known === undefined)
    return queryArchive(stream, { room, before: '', max: historyMessages }).catch(orNothing);
  const from = known.after === null ? { start: known.at } : { after: known.after };
  try {
    return await queryArchive(stream, { room, ...from });
  } catch (error) {
    if (!(error instanceof ArchiveGap)) throw error;
    // The room has deleted that message. Reading from its time on may repeat some, which `accept` deduplicates.
    return queryArchive(stream, { room, start: known.at - 1000 }).catch(orNothing);
  }
}

async function store({ options: { host, onOwn } }: State, inbound: readonly GroupInbound[]): Promise<void> {
  const news = inbound.filter(({ own, roomId }) => own === null || !onOwn({ ...own, roomId }));
  const messages = news.flatMap(({ message }) => message ?? []);
  if (messages.length > 0) await host.accept(messages);
  for (const { changed } of news) {
    if (changed && !(await host.change(changed.change)) && changed.message)
      await host.accept([changed.message]);
  }
}

function advance(
  { options: { positions, room, hasArchive }, seen }: State,
  roomId: string | null,
  at: number,
): void {
  if (roomId !== null) seen.set(roomId, true);
  positions.set(room, { after: hasArchive ? roomId : null, at });
}

/** Returns whether a message has content to store. Others, such as typing and receipts, are dropped before they are queued. */
export const isKept = (stanza: Element): boolean =>
  stanza.getChild('body') !== undefined ||
  [
    ['reactions', ns.reactions],
    ['retract', ns.retraction],
  ].some(([name = '', xmlns]) => stanza.getChild(name, xmlns) !== undefined);
