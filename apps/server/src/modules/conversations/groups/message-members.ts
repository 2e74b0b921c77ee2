/** Stores the members that appear in a batch of messages: authors and mentioned members. */
import type { Tx } from '../../../base/db/database.ts';
import { storableText } from '../../../base/db/storable-text.ts';
import type { Inbound } from '../inbound/inbound-message.ts';
import type { NewInbound } from '../inbound/store.ts';
import { knownMember, placedMentions, storedMentions } from './received-members.ts';
import { memberKey, type SeenMember, upsertMembers } from './store.ts';

/** Group-specific columns of a message; all null in private chats. */
type GroupColumns = Pick<NewInbound, 'memberId' | 'memberName' | 'mentions'>;

export const noGroupColumns: GroupColumns = { memberId: null, memberName: null, mentions: null };

/** Returns the group-specific columns of each message, in order. */
export async function storeMessageMembers(
  tx: Tx,
  batch: readonly Inbound[],
  conversationOf: (message: Inbound) => string,
): Promise<(GroupColumns | null)[]> {
  const shown = batch.map((message) => (message.chatKind === 'group' ? shownBy(message) : null));
  const seen = new Map<string, SeenMember>();
  for (const [index, message] of batch.entries()) {
    const those = shown[index];
    if (!those) continue;
    const { workspaceId } = message.account;
    const conversationId = conversationOf(message);
    const isThere = !message.reportsMembers && !message.history;
    const add = (member: ReturnType<typeof knownMember>, writes: boolean) => {
      const key = memberKey(conversationId, member.memberId);
      const before = seen.get(key);
      // The name that an author uses takes precedence over the one in a mention of the same member.
      const named = before && !writes ? before : member;
      const there = (before?.isThere ?? false) || (isThere && writes);
      seen.set(key, {
        ...member,
        name: named.name,
        handle: named.handle,
        workspaceId,
        conversationId,
        isThere: there,
      });
    };
    for (const { member } of those.mentions) if (member) add(member, false);
    if (those.writer) add(those.writer, true);
  }
  const ids = await upsertMembers(tx, [...seen.values()]);
  return batch.map((message, index) => {
    const those = shown[index];
    if (!those) return null;
    const idOf = (memberId: string) => ids.get(memberKey(conversationOf(message), memberId));
    const { writer } = those;
    return {
      memberId: (writer && idOf(writer.memberId)) ?? null,
      memberName: writer?.name ?? null,
      mentions: storedMentions(those.mentions, idOf),
    };
  });
}

/** A message that the business wrote in another program has no member as its author. */
function shownBy({ author, from, text, mentions = [] }: Inbound) {
  return {
    writer: author === 'customer' ? knownMember(from) : null,
    mentions: placedMentions(storableText(text), mentions),
  };
}
