/** Decides what is stored of members that appear in messages, and of mentions. */
import type { StoredMention } from '../../../schema/conversations/members.ts';
import { storableId, storableStart } from '../storable.ts';

export type ReceivedMember = { id: string; displayName: string | null; handle?: string | null | undefined };

/** Positions are in UTF-16 units of the text. `member` is null if the social account is mentioned. */
export type ReceivedMention = { start: number; length: number; member: ReceivedMember | null };

/** A member as stored. */
export type KnownMember = { memberId: string; name: string; handle: string | null };

const longestName = 200;
const maxMentions = 50;

/** Converts a member; without a name, the id is used. */
export function knownMember({ id, displayName, handle = null }: ReceivedMember): KnownMember {
  const name = (displayName ?? '').trim() === '' ? id : (displayName ?? '');
  return {
    memberId: storableId(id),
    name: storableStart(name.trim(), longestName),
    handle: handle ? storableStart(handle, longestName) : null,
  };
}

/** Returns the mentions whose positions lie within the text, sorted and without overlaps. */
export function placedMentions(
  text: string,
  mentions: readonly ReceivedMention[],
): (Omit<ReceivedMention, 'member'> & { member: KnownMember | null })[] {
  const isPlace = ({ start, length }: ReceivedMention) =>
    Number.isSafeInteger(start) && Number.isSafeInteger(length) && start >= 0 && length > 0;
  const inText = mentions
    .slice(0, 2 * maxMentions)
    .filter((mention) => isPlace(mention) && mention.start + mention.length <= text.length)
    .sort((a, b) => a.start - b.start);
  let end = 0;
  const placed = inText.filter(({ start, length }) => {
    if (start < end) return false;
    end = start + length;
    return true;
  });
  return placed
    .slice(0, maxMentions)
    .map(({ start, length, member }) => ({ start, length, member: member && knownMember(member) }));
}

/** Returns mentions as stored in a row, without those of unknown members; null if there are none. */
export function storedMentions(
  mentions: ReturnType<typeof placedMentions>,
  idOf: (memberId: string) => string | undefined,
): StoredMention[] | null {
  const stored = mentions.flatMap(({ start, length, member }): StoredMention[] => {
    const memberId = member === null ? null : idOf(member.memberId);
    return memberId === undefined ? [] : [{ start, length, memberId }];
  });
  return stored.length === 0 ? null : stored;
}
