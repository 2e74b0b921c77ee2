/** Reads a room's archive backwards (XEP-0313), starting where the live messages end. */
import { type ArchivedMessage, ArchiveGap, type ArchivePage, queryArchive } from '../archive.ts';
import type { FileAddressRule } from '../file-address.ts';
import type { XmppStream } from '../stream.ts';
import { type GroupContext, type GroupInbound, groupMessage } from './group-message.ts';
import { factsOf } from './room-facts.ts';
import type { RoomPosition } from './room-positions.ts';

export type RoomHistory = {
  /** Returns the page before an entry; null: the newest page. */
  pageBefore(entry: { before: string; at: number } | null): Promise<ArchivePage>;
  interpret(item: ArchivedMessage): GroupInbound | null;
};

type Options = {
  stream: XmppStream;
  room: string;
  position: RoomPosition;
  start: { start?: number };
  addressOf: FileAddressRule;
};

/** Returns null if the room keeps or provides no archive. Rejects when the stream ends. */
export async function openRoomHistory(options: Options): Promise<RoomHistory | null> {
  const { stream, room, position, start } = options;
  // Nothing was ever read from its archive.
  if (position.after === null) return null;
  const facts = await factsOf(stream, room);
  if (!facts.hasArchive) return null;
  const newest = { ...start, end: position.at + 999, before: '' };
  const context = contextOf(options, facts);
  return {
    async pageBefore(entry) {
      if (entry === null) return upTo(await queryArchive(stream, { room, ...newest }), position.after);
      try {
        return await queryArchive(stream, { room, ...start, before: entry.before });
      } catch (error) {
        if (!(error instanceof ArchiveGap)) throw error;
        return queryArchive(stream, { room, ...start, end: entry.at, before: '' });
      }
    },
    interpret: ({ message, id, at }) =>
      groupMessage(message, { ...context, archiveId: id, at, history: true }),
  };
}

/** The last second of the messages read live may include others that are received live. */
function upTo(page: ArchivePage, last: string | null): ArchivePage {
  const end = page.items.findIndex(({ id }) => id === last);
  return end === -1 ? page : { ...page, items: page.items.slice(0, end + 1) };
}

/** Leaves occupants out: past occupants are unknown, and members are those who write. */
function contextOf(
  { stream: { account }, room, position, addressOf }: Options,
  facts: Awaited<ReturnType<typeof factsOf>>,
): Omit<GroupContext, 'archiveId' | 'at' | 'history'> {
  const { nick, id } = position.own ?? { nick: account.slice(0, account.indexOf('@')), id: null };
  return { ...facts, room, addressOf, ownId: id, account, own: { nick, account }, memberOf: () => undefined };
}
