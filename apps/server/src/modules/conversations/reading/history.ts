/** Reads stretches of one conversation: the latest messages, or those before, after or around a place. */
import type { Handle } from '../../../base/db/database.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import type { MessageRow } from '../../../schema/conversations.ts';
import { firstOfDay, readFrom, readStretch } from './queries.ts';

export type HistoryPlace = {
  before?: number | undefined;
  after?: number | undefined;
  around?: number | undefined;
  day?: string | undefined;
  limit: number;
};

type Stretch = { messages: MessageRow[]; more: boolean; moreAfter: boolean; focusId: string | null };

export async function readHistory(
  handle: Handle,
  workspaceId: WorkspaceId,
  conversationId: string,
  { before, after, around, day, limit }: HistoryPlace,
): Promise<Stretch> {
  if (after !== undefined) {
    const later = await readFrom(handle, workspaceId, conversationId, after + 1, limit);
    return { messages: later.messages, more: true, moreAfter: later.more, focusId: null };
  }
  const place =
    around ?? (day === undefined ? null : await firstOfDay(handle, workspaceId, conversationId, day));
  if (before !== undefined || place === null) {
    const stretch = await readStretch(handle, workspaceId, conversationId, before, limit);
    return { ...stretch, moreAfter: before !== undefined, focusId: null };
  }
  const half = Math.ceil(limit / 2);
  const [earlier, later] = await Promise.all([
    readStretch(handle, workspaceId, conversationId, place, half),
    readFrom(handle, workspaceId, conversationId, place, half),
  ]);
  return {
    messages: [...earlier.messages, ...later.messages],
    more: earlier.more,
    moreAfter: later.more,
    focusId: later.messages[0]?.id ?? null,
  };
}
