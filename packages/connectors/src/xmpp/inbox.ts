/**
 * Passes messages from one stream and the account's archive to the host, strictly in sequence.
 *
 * The archive is the source of truth: the cursor stores a position in it, and a new stream first resumes reading there.
 * Whenever the host couldn't store something, live stanzas are dropped and read again from the archive. So nothing has to be
 * kept in memory while the database is down, and nothing is acknowledged before it is durable.
 */
import { type Element, xml } from '@xmpp/client';
import { createBackoff } from '../kit/backoff.ts';
import { createBoundedMap } from '../kit/bounded-map.ts';
import { type Cursor, createCursor } from '../kit/cursor.ts';
import { ConnectorFailure } from '../kit/guard.ts';
import type { ConnectorHost } from '../spec.ts';
import { type ArchivedMessage, ArchiveGap, type ArchivePage, queryArchive } from './archive.ts';
import { type ArchivePosition, archivePositionShape } from './archive-position.ts';
import type { FileAddressRule } from './file-address.ts';
import { archiveIdOf, interpretStanza, type StanzaContext, type XmppInbound } from './inbound.ts';
import { ns } from './namespaces.ts';
import type { XmppStream } from './stream.ts';
import { weightOf } from './stream-parser.ts';

/**
 * Memory limit of queued stanzas, in bytes. Beyond it, archived stanzas are dropped and read from the archive later; a stanza
 * that isn't archived ends the stream.
 */
const queueWeight = 16 * 1024 * 1024;

export type Inbox = {
  /** Accepts a live message stanza. */
  live(stanza: Element): void;
  /** Reads on from the cursor; resolves when everything up to the archive's end is stored. */
  catchUp(): Promise<void>;
  /** Resolves when no work is in progress. */
  stop(): Promise<void>;
};

export type InboxOptions = {
  addressOf: FileAddressRule;
  isRoom: StanzaContext['isRoom'];
  /** Handles a message that may be an invitation to a room, before it counts as read. */
  invited(message: Element): Promise<void>;
  signal: AbortSignal;
};

export function createInbox(
  stream: XmppStream,
  host: ConnectorHost,
  { addressOf, isRoom, invited, signal }: InboxOptions,
): Inbox {
  const stop = new AbortController();
  const over = AbortSignal.any([signal, stop.signal]);
  const cursor = createCursor(host.cursor, archivePositionShape);
  const seen = createBoundedMap<true>(2000);
  const state: State = { stream, host, addressOf, isRoom, invited, cursor, position: null, seen };
  const box: Box = {
    state,
    queue: [],
    weight: 0,
    dirty: false,
    waiting: [],
    over: () => over.aborted || stream.hasEnded(),
  };
  let working: Promise<void> | null = null;
  const wake = () => {
    if (box.over()) return;
    working ??= work(box, over).finally(() => {
      working = null;
      if (box.dirty || box.queue.length > 0) wake();
    });
  };
  return {
    live(stanza) {
      const archived = archiveIdOf(stanza, stream.account) !== null;
      // While the archive is about to be read again, drop messages that it contains.
      if (box.dirty && archived) return;
      if (box.weight > queueWeight) {
        if (!archived) throw new ConnectorFailure('platform-flooding');
        box.dirty = true;
        return;
      }
      box.weight += weightOf(stanza);
      box.queue.push(stanza);
      wake();
    },
    catchUp: () =>
      new Promise((resolve) => {
        box.dirty = true;
        box.waiting.push(resolve);
        wake();
      }),
    async stop() {
      stop.abort(new Error('Closed'));
      await working;
    },
  };
}

type Box = {
  state: State;
  /** Live stanzas, queued. */
  queue: Element[];
  /** Memory used by the queue, in bytes. */
  weight: number;
  /** True: the archive must be read from the cursor before any live stanza is handled. */
  dirty: boolean;
  waiting: (() => void)[];
  over(): boolean;
};

async function work(box: Box, over: AbortSignal): Promise<void> {
  const { host, stream } = box.state;
  const backoff = createBackoff({ random: host.random, firstMs: 250, maxMs: 15_000 });
  while ((box.dirty || box.queue.length > 0) && !box.over()) {
    try {
      await round(box);
      backoff.reset();
    } catch (error) {
      if (box.over()) return;
      host.log.warn({ err: error }, 'xmpp: messages could not be taken, reading them again');
      // Archived stanzas will be read again from the archive; the others must be kept.
      box.queue = box.queue.filter((stanza) => archiveIdOf(stanza, stream.account) === null);
      box.weight = box.queue.reduce((sum, stanza) => sum + weightOf(stanza), 0);
      box.dirty = true;
      await host.clock.sleep(backoff.next(), over).catch(() => undefined);
    }
  }
}

async function round(box: Box): Promise<void> {
  if (!box.dirty) {
    const stanza = box.queue[0];
    if (!stanza) return;
    await takeLive(box.state, stanza);
    box.queue.shift();
    box.weight -= weightOf(stanza);
    return;
  }
  box.dirty = false;
  const told = box.waiting;
  await readOn(box.state);
  box.waiting = box.waiting.filter((tell) => !told.includes(tell));
  for (const tell of told) tell();
}

type State = {
  stream: XmppStream;
  host: ConnectorHost;
  addressOf: FileAddressRule;
  isRoom: StanzaContext['isRoom'];
  invited: InboxOptions['invited'];
  cursor: Cursor<ArchivePosition>;
  position: ArchivePosition | null;
  /** Archive ids that were stored on this stream. */
  seen: ReturnType<typeof createBoundedMap<true>>;
};

async function takeLive(state: State, stanza: Element): Promise<void> {
  const { stream, host, addressOf, isRoom } = state;
  const archiveId = archiveIdOf(stanza, stream.account);
  if (archiveId !== null && state.seen.has(archiveId)) return;
  const at = host.clock.now();
  const context = { account: stream.account, archiveId, at, history: false, addressOf, isRoom };
  const inbound = interpretStanza(stanza, context);
  await store(state, inbound ? [inbound] : []);
  await state.invited(stanza);
  if (archiveId === null || !state.position) return;
  await advance(state, { ...state.position, after: archiveId, at, historyUntil: null });
  state.seen.set(archiveId, true);
}

async function readOn(state: State): Promise<void> {
  let position = state.position ?? (await state.cursor.load()) ?? (await firstPosition(state));
  state.position = position;
  for (;;) {
    const page = await readPage(state, position);
    const fresh: XmppInbound[] = [];
    const invitations: Element[] = [];
    for (const item of page.items) {
      const history = position.historyUntil !== null && item.at <= position.historyUntil.at;
      if (!state.seen.has(item.id)) fresh.push(...readItem(state, item, history));
      // Invitations from before the account was added were meant for the owner's other clients.
      if (!state.seen.has(item.id) && !history) invitations.push(item.message);
      const ended = item.id === position.historyUntil?.id || !history;
      position = {
        ...position,
        after: item.id,
        at: item.at,
        historyUntil: ended ? null : position.historyUntil,
      };
    }
    await store(state, fresh);
    for (const message of invitations) await state.invited(message);
    if (page.items.length > 0) await advance(state, position);
    for (const item of page.items) state.seen.set(item.id, true);
    if (page.complete || page.items.length === 0) return;
  }
}

function readItem(state: State, item: ArchivedMessage, history: boolean): XmppInbound[] {
  const { stream, addressOf, isRoom } = state;
  const context = { account: stream.account, archiveId: item.id, at: item.at, history, addressOf, isRoom };
  const inbound = interpretStanza(item.message, context);
  if (!inbound) return [];
  // No sender waits for a receipt of a message from before Parley connected.
  return [history ? { ...inbound, receipt: null, confirm: null } : inbound];
}

async function readPage(state: State, position: ArchivePosition): Promise<ArchivePage> {
  if (position.after === null) return queryArchive(state.stream, { start: position.at });
  try {
    return await queryArchive(state.stream, { after: position.after });
  } catch (error) {
    if (!(error instanceof ArchiveGap)) throw error;
    // The server has deleted that message. Reading from its time on may repeat some, which `accept` deduplicates.
    return pageAfterGap(state, position);
  }
}

async function pageAfterGap(state: State, position: ArchivePosition): Promise<ArchivePage> {
  try {
    return await queryArchive(state.stream, { start: position.at - 1000 });
  } catch (error) {
    // Some queries get this response from an empty archive.
    if (error instanceof ArchiveGap) return { items: [], complete: true, total: null };
    throw error;
  }
}

/**
 * Returns the first position of a new account: what was archived before it was added is history, which isn't read here. Servers
 * store whole seconds. Saved at once, so that a crash can't change it.
 */
async function firstPosition(state: State): Promise<ArchivePosition> {
  const addedAt = Math.floor(state.host.addedAt / 1_000) * 1_000;
  const page = await queryArchive(state.stream, { end: addedAt - 1_000, before: '', max: 1 });
  const last = page.items.at(-1);
  const began = last ? { id: last.id, at: last.at } : null;
  // Without history, everything in the archive, now or later, is new, whatever the server's clock says.
  const at = began?.at ?? 0;
  const position: ArchivePosition = { after: began?.id ?? null, at, historyUntil: null, began };
  await state.cursor.save(position);
  return position;
}

/** Stores first, then sends receipts. A correction of a message that was never received is stored as a new message. */
async function store(state: State, inbound: readonly XmppInbound[]): Promise<void> {
  const messages = inbound.flatMap((one) => (one.message ? [one.message] : []));
  if (messages.length > 0) await state.host.accept(messages);
  for (const { changed, receipt, confirm } of inbound) {
    if (changed && !(await state.host.change(changed.change)) && changed.message)
      await state.host.accept([changed.message]);
    if (receipt) await state.host.receipt(receipt);
    if (!confirm) continue;
    const received = xml('received', { xmlns: ns.receipts, id: confirm.id });
    const hint = xml('store', { xmlns: ns.hints });
    await state.stream.send(xml('message', { to: confirm.to, type: 'chat' }, received, hint));
  }
}

async function advance(state: State, position: ArchivePosition): Promise<void> {
  await state.cursor.save(position);
  state.position = position;
}
