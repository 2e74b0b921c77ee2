import { isNamed, visitorMark } from '@parley/contract/catalogues';
import type { SharedChat } from '@parley/contract/chat-shares';
import { withoutAddress } from '../../../base/share-links/without-address.ts';
import type { ConversationRow } from '../../../schema/conversations.ts';

/**
 * Returns the customer's or the group's name for people outside the workspace, or the mark of an unnamed website visitor. Both are
 * null if only an id, a number or an address is known, by which the customer could be reached.
 */
export function shownName(
  conversation: Pick<ConversationRow, 'title' | 'chatId' | 'platform'>,
): Pick<SharedChat, 'name' | 'visitor'> {
  const { title, chatId } = conversation;
  if (!isNamed(conversation)) return { name: null, visitor: visitorMark(title) };
  return { name: title === chatId ? null : withoutAddress(title), visitor: null };
}
