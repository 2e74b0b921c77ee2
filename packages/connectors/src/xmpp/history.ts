/**
 * Reads the messages before the live ones from the archives of the account and of its rooms (XEP-0313), newest first, on a
 * separate stream without presence, so that the server delivers nothing to it.
 */
import { z } from 'zod';
import { createBoundedMap } from '../kit/bounded-map.ts';
import type {
  HistoryBatch,
  HistoryContext,
  HistoryRequest,
  HistoryTrouble,
  InboundMessage,
} from '../spec.ts';
import {
  type ArchivedMessage,
  ArchiveGap,
  type ArchivePage,
  type ArchiveQuery,
  queryArchive,
} from './archive.ts';
import { type ArchivePosition, archivePositionShape } from './archive-position.ts';
import { type FileAddressRule, fileAddressRule } from './file-address.ts';
import { interpretStanza, type XmppInbound } from './inbound.ts';
import type { XmppCredentials } from './manifest.ts';
import { failureOf } from './refusals.ts';
import { openRoomHistory } from './rooms/room-history.ts';
import { divideCursor, type RoomPositions } from './rooms/room-positions.ts';
import { openStream, type XmppStream } from './stream.ts';

/**
 * The oldest entry read, and its time, used to resume if the archive has deleted the entry. `room`: the entry is in that room's
 * archive, and an empty `before` means that the room's newest page is next.
 */
const positionShape = z.object({ before: z.string(), at: z.number(), room: z.string().optional() });
type Position = z.output<typeof positionShape>;

/** Changes whose message hasn't been read yet, because they are newer than it. Each may be as long as a stanza. */
const keptChanges = 200;

export async function* readHistory(
  request: HistoryRequest,
  credentials: XmppCredentials,
  context: HistoryContext,
): AsyncGenerator<HistoryBatch | HistoryTrouble> {
  const { main, positions } = await divideCursor({ load: context.cursor.load, save: async () => undefined });
  const live = parsed(archivePositionShape, await main.load());
  // The start of the live messages is known only once the account has been online.
  if (live === null) return yield { ok: false, outcome: 'later', reason: 'platform-not-connected' };
  const { network, signal } = context;
  let stream: XmppStream | null = null;
  try {
    stream = await openStream(credentials, { network, signal });
    yield* readArchives({ stream, request, live, positions, addressOf: fileAddressRule(credentials) });
  } catch (error) {
    const { refused, reason } = failureOf(error);
    yield { ok: false, outcome: refused ? 'refused' : 'later', reason };
  } finally {
    if (signal.aborted) stream?.fail(new Error('No longer wanted', { cause: signal.reason }));
    await stream?.close();
  }
}

type Reading = {
  stream: XmppStream;
  request: HistoryRequest;
  live: ArchivePosition;
  positions: RoomPositions;
  addressOf: FileAddressRule;
};

/** Reads the account's own archive, then those of its rooms in the order of their addresses, resuming at the position. */
async function* readArchives(reading: Reading): AsyncGenerator<HistoryBatch> {
  const { live, positions, request } = reading;
  let place = parsed(positionShape, request.position);
  const rooms = positions.all().sort();
  const after = (room: string) => rooms.find((one) => one > room);
  if (place?.room === undefined) {
    const next = rooms[0];
    // Nothing to read from an archive that was empty at that time.
    if (live.began !== null) yield* linked(ownPages(reading, place, next === undefined), startOf(next));
    else yield { ok: true, messages: [], position: startOf(next), entries: 0 };
    place = next === undefined ? null : { room: next, before: '', at: 0 };
  }
  for (let room = place?.room; room !== undefined; room = after(room)) {
    const entry = place?.room === room && place.before !== '' ? place : null;
    yield* linked(roomPages(reading, room, entry), startOf(after(room)));
  }
}

const startOf = (room: string | undefined): string | null =>
  room === undefined ? null : JSON.stringify({ room, before: '', at: 0 } satisfies Position);

/** Replaces the end of one archive's last page with the start of the next archive. */
async function* linked(
  pages: AsyncIterable<HistoryBatch>,
  next: string | null,
): AsyncGenerator<HistoryBatch> {
  for await (const page of pages) yield page.position === null ? { ...page, position: next } : page;
}

/** Skips a room that provides no archive or doesn't respond: a third-party server must not block the import. */
async function* roomPages(
  { stream, request, positions, addressOf }: Reading,
  room: string,
  entry: Position | null,
): AsyncGenerator<HistoryBatch> {
  const nothing: HistoryBatch = { ok: true, messages: [], position: null, entries: 0 };
  const position = positions.get(room);
  if (position === undefined) return yield nothing;
  const start = request.since === null ? {} : { start: request.since };
  try {
    const history = await openRoomHistory({ stream, room, position, start, addressOf });
    if (history === null) return yield nothing;
    const read = createHistoryReader(history.interpret);
    if (entry !== null) read((await queryArchive(stream, { room, start: entry.at }).catch(orNothing)).items);
    for (let place = entry; ; ) {
      const page: ArchivePage = await history.pageBefore(place).catch(orNothing);
      const [oldest] = page.items;
      place = oldest === undefined || page.complete ? null : { room, before: oldest.id, at: oldest.at };
      const next = place === null ? null : JSON.stringify(place);
      yield { ok: true, messages: read(page.items), position: next, entries: page.items.length };
      if (place === null) return;
    }
  } catch (error) {
    if (stream.hasEnded()) throw error;
    yield nothing;
  }
}

async function* ownPages(
  { stream, request: { since, until }, live, positions, addressOf }: Reading,
  from: Position | null,
  isAll: boolean,
): AsyncGenerator<HistoryBatch> {
  const start = since === null ? {} : { start: since };
  const { account } = stream;
  const rules = { account, addressOf, isRoom: (address: string) => positions.get(address) !== undefined };
  const read = createHistoryReader((item) =>
    interpretStanza(item.message, { ...rules, archiveId: item.id, at: item.at, history: true }),
  );
  let place = from;
  if (place !== null) read((await pageFrom(stream, place)).items);
  for (;;) {
    const isFirst = place === null;
    const page: ArchivePage =
      place === null
        ? await queryArchive(stream, { ...start, end: (live.began?.at ?? until) + 999, before: '' })
        : await pageBefore(stream, start, place);
    const items = isFirst ? fromBefore(page.items, live) : page.items;
    const [oldest] = page.items;
    const messages = read(items);
    place = oldest === undefined || page.complete ? null : { before: oldest.id, at: oldest.at };
    // Entries of room archives aren't counted.
    const total = page.total === null || !isFirst || !isAll ? {} : { total: page.total };
    const next = place === null ? null : JSON.stringify(place);
    yield { ok: true, messages, position: next, entries: page.items.length, ...total };
    if (place === null) return;
  }
}

/** Servers store or report whole seconds, so the last second of the history may include messages that are received live. */
function fromBefore(
  items: readonly ArchivedMessage[],
  { began }: ArchivePosition,
): readonly ArchivedMessage[] {
  const end = items.findIndex(({ id }) => id === began?.id);
  return end === -1 ? items : items.slice(0, end + 1);
}

async function pageBefore(
  stream: XmppStream,
  start: Pick<ArchiveQuery, 'start'>,
  { before, at }: Position,
): Promise<ArchivePage> {
  try {
    return await queryArchive(stream, { ...start, before });
  } catch (error) {
    if (!(error instanceof ArchiveGap)) throw error;
    // The server has deleted that entry. Reading back from its time may repeat some entries, which `accept` deduplicates.
    return queryArchive(stream, { ...start, end: at, before: '' }).catch(orNothing);
  }
}

/** Returns the entries from a position on, which hold changes to messages before it. */
function pageFrom(stream: XmppStream, { at }: Position): Promise<ArchivePage> {
  return queryArchive(stream, { start: at }).catch(orNothing);
}

function orNothing(error: unknown): ArchivePage {
  // Some queries get this response from an empty archive.
  if (error instanceof ArchiveGap) return { items: [], complete: true, total: null };
  throw error;
}

type Change = { kind: 'edited'; text: string } | { kind: 'deleted' };

/** An archive entry: a message, or a change to an earlier one. */
type Read = Pick<XmppInbound, 'message' | 'changed'>;

/**
 * Returns a function that converts a page, oldest first, to messages, newest first. A corrected message has its final text, and
 * a retracted one is dropped: pages are read backwards in time, so a change is read before its message.
 */
export function createHistoryReader(interpretOne: (item: ArchivedMessage) => Read | null) {
  const changes = createBoundedMap<Change>(keptChanges);
  const keyOf = (chatId: string, id: string | null | undefined) => `${chatId} ${id ?? ''}`;
  return (items: readonly ArchivedMessage[]): InboundMessage[] =>
    items.toReversed().flatMap((item) => {
      const inbound = interpretOne(item);
      if (inbound?.changed) {
        const { chatId, target, ...change } = inbound.changed.change;
        const key = keyOf(chatId ?? '', target);
        if (change.kind !== 'reacted' && !changes.has(key)) changes.set(key, change);
        return [];
      }
      const message = inbound?.message;
      if (!message) return [];
      // Changes to the business's messages are separate messages.
      const isOwn = message.author === 'business';
      // Retractions in rooms refer to a message by the room's id.
      const names = isOwn ? [] : [message.referenceId, message.platformMessageId];
      const found = names.flatMap((name) => changes.get(keyOf(message.chatId, name)) ?? []);
      if (found.some(({ kind }) => kind === 'deleted')) return [];
      const edited = found.find((change) => change.kind === 'edited');
      return [edited && 'text' in message ? { ...message, text: edited.text } : message];
    });
}

function parsed<T>(shape: z.ZodType<T>, saved: string | null): T | null {
  try {
    return shape.safeParse(JSON.parse(saved ?? 'null')).data ?? null;
  } catch {
    return null;
  }
}
