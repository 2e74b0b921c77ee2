/**
 * Reads what the account's archive holds from before the account was added (XEP-0313), newest first, on a separate stream that
 * sends no presence: the server delivers nothing to it.
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
import { fileAddressRule } from './file-address.ts';
import { type Context, interpret } from './inbound.ts';
import type { XmppCredentials } from './manifest.ts';
import { failureOf } from './refusals.ts';
import { divideCursor } from './rooms/room-positions.ts';
import { openStream, type XmppStream } from './stream.ts';

/** The oldest entry that was read, and its time: the way on if the archive has dropped it. */
const positionShape = z.object({ before: z.string(), at: z.number() });
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
  if (live.began === null) return yield { ok: true, messages: [], position: null, total: 0, entries: 0 };
  const { network, signal } = context;
  let stream: XmppStream | null = null;
  try {
    stream = await openStream(credentials, { network, signal });
    const isRoom = (address: string) => positions.get(address) !== undefined;
    yield* readPages(stream, request, live, { addressOf: fileAddressRule(credentials), isRoom });
  } catch (error) {
    const { refused, reason } = failureOf(error);
    yield { ok: false, outcome: refused ? 'refused' : 'later', reason };
  } finally {
    if (signal.aborted) stream?.fail(new Error('No longer wanted', { cause: signal.reason }));
    await stream?.close();
  }
}

async function* readPages(
  stream: XmppStream,
  { position, since, until }: HistoryRequest,
  live: ArchivePosition,
  rules: Pick<Context, 'addressOf' | 'isRoom'>,
): AsyncGenerator<HistoryBatch> {
  const start = since === null ? {} : { start: since };
  const read = createHistoryReader(stream.account, rules);
  let place = parsed(positionShape, position);
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
    const total = page.total === null || !isFirst ? {} : { total: page.total };
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

/**
 * Returns a function from a page, oldest first, to its messages, newest first. A corrected message gets its last text, and one
 * that was taken back is left out: pages are read against time, so that a change comes before its message.
 */
export function createHistoryReader(account: string, rules: Pick<Context, 'addressOf' | 'isRoom'>) {
  const changes = createBoundedMap<Change>(keptChanges);
  const keyOf = (chatId: string, id: string | null | undefined) => `${chatId} ${id ?? ''}`;
  return (items: readonly Archived[]): InboundMessage[] =>
    items.toReversed().flatMap((item) => {
      const about = { account, archiveId: item.id, at: item.at, history: true, ...rules };
      const inbound = interpret(item.message, about);
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
      const change = isOwn ? undefined : changes.get(keyOf(message.chatId, message.referenceId));
      if (change?.kind === 'deleted') return [];
      return [change && 'text' in message ? { ...message, text: change.text } : message];
    });
}

function parsed<T>(shape: z.ZodType<T>, saved: string | null): T | null {
  try {
    return shape.safeParse(JSON.parse(saved ?? 'null')).data ?? null;
  } catch {
    return null;
  }
}
