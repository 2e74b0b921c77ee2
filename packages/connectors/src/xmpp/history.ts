/**
 * Reads what the account's archive and those of its rooms hold from before live messages (XEP-0313), newest first, on a separate
 * stream that sends no presence: the server delivers nothing to it.
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
import { type Archived, ArchiveGap, type ArchivePage, type ArchiveQuery, queryArchive } from './archive.ts';
import { type ArchivePosition, archivePositionShape } from './archive-position.ts';
import { type FileAddressRule, fileAddressRule } from './file-address.ts';
import { interpret, type XmppInbound } from './inbound.ts';
import type { XmppCredentials } from './manifest.ts';
import { failureOf } from './refusals.ts';
import { openRoomHistory } from './rooms/room-history.ts';
import { divideCursor, type RoomPositions } from './rooms/room-positions.ts';
import { openStream, type XmppStream } from './stream.ts';

/**
 * The oldest entry that was read, and its time: the way on if the archive has dropped it. `room`: of that room's archive, whose
 * newest page comes next where `before` is empty.
 */
const positionShape = z.object({ before: z.string(), at: z.number(), room: z.string().optional() });
type Position = z.output<typeof positionShape>;

/** Changes whose message hasn't come yet: they are younger than it. Each may be as long as a stanza. */
const keptChanges = 200;

export async function* readHistory(
  request: HistoryRequest,
  credentials: XmppCredentials,
  context: HistoryContext,
): AsyncGenerator<HistoryBatch | HistoryTrouble> {
  const { main, positions } = await divideCursor({ load: context.cursor.load, save: async () => undefined });
  const live = parsed(archivePositionShape, await main.load());
  // Where the live messages begin is known once the account was online.
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

/** The account's own archive, then those of its rooms by their addresses, from where reading has come to. */
async function* readArchives(reading: Reading): AsyncGenerator<HistoryBatch> {
  const { live, positions, request } = reading;
  let place = parsed(positionShape, request.position);
  const rooms = positions.all().sort();
  const after = (room: string) => rooms.find((one) => one > room);
  if (place?.room === undefined) {
    const next = rooms[0];
    // Of an archive that had nothing there is nothing to read.
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

/** Puts the place where the next archive begins behind the last page of one. */
async function* linked(
  pages: AsyncIterable<HistoryBatch>,
  next: string | null,
): AsyncGenerator<HistoryBatch> {
  for await (const page of pages) yield page.position === null ? { ...page, position: next } : page;
}

/** A room that hands out no archive, or doesn't answer, is passed over: a stranger's server must not hold up the import. */
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
    interpret(item.message, { ...rules, archiveId: item.id, at: item.at, history: true }),
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
    // Archives of rooms aren't counted.
    const total = page.total === null || !isFirst || !isAll ? {} : { total: page.total };
    const next = place === null ? null : JSON.stringify(place);
    yield { ok: true, messages, position: next, entries: page.items.length, ...total };
    if (place === null) return;
  }
}

/** Servers keep or show whole seconds: in the last one of the history, messages may stand that come live. */
function fromBefore(items: readonly Archived[], { began }: ArchivePosition): readonly Archived[] {
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
    // The server has deleted it. Reading from its time back may repeat some, which are recognized.
    return queryArchive(stream, { ...start, end: at, before: '' }).catch(orNothing);
  }
}

/** The entries from a position on hold changes of messages before it. */
function pageFrom(stream: XmppStream, { at }: Position): Promise<ArchivePage> {
  return queryArchive(stream, { start: at }).catch(orNothing);
}

function orNothing(error: unknown): ArchivePage {
  // An archive without any message answers some queries so.
  if (error instanceof ArchiveGap) return { items: [], complete: true, total: null };
  throw error;
}

type Change = { kind: 'edited'; text: string } | { kind: 'deleted' };

/** An archive's entry: a message, or the change of an earlier one. */
type Read = Pick<XmppInbound, 'message' | 'changed'>;

/**
 * Returns a function from a page, oldest first, to its messages, newest first. A corrected message gets its last text, and one
 * that was taken back is left out: pages are read against time, so that a change comes before its message.
 */
export function createHistoryReader(interpretOne: (item: Archived) => Read | null) {
  const changes = createBoundedMap<Change>(keptChanges);
  const keyOf = (chatId: string, id: string | null | undefined) => `${chatId} ${id ?? ''}`;
  return (items: readonly Archived[]): InboundMessage[] =>
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
      // Those of the business's have their changes as messages.
      const isOwn = message.author === 'business';
      // Rooms name a message that was taken back by their own id.
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
