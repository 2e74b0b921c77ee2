/** Stores what connectors report about groups: title, the social account's membership, members. */
import { isDeepStrictEqual } from 'node:util';
import type { GroupExit, MemberRole } from '@parley/contract/conversations';
import type { Clock } from '../../../base/clock.ts';
import { type Database, type Tx, transaction } from '../../../base/db/database.ts';
import { storableText } from '../../../base/db/storable-text.ts';
import { newId } from '../../../base/ids.ts';
import type { RealtimeServer } from '../../../base/realtime/realtime.ts';
import type { StoredGroupState } from '../../../schema/conversations/members.ts';
import type { ConversationRow } from '../../../schema/conversations.ts';
import type { ReceivingAccount } from '../inbound/inbound-message.ts';
import { insertChats } from '../inbound/store.ts';
import { findChat } from '../reading/queries.ts';
import { storableStart } from '../storable.ts';
import { lockConversation } from '../store.ts';
import { knownMember, type ReceivedMember } from './received-members.ts';
import { groupPatch, storeGroup } from './state.ts';
import { findTopics, type GroupPatch, moveChat, type ReportedMember, storeReported } from './store.ts';

export type ReceivedGroupReport = {
  account: ReceivingAccount;
  chatId: string;
  title?: string | undefined;
  /** `exit` is null while the account is in the group. */
  own?: { exit: GroupExit | null; reason?: string | undefined; role?: MemberRole | undefined } | undefined;
  /** True if `own` also applies to chats whose ids start with this one's and a slash. */
  topics?: boolean | undefined;
  members?: readonly (ReceivedMember & { role: MemberRole; present: boolean })[] | undefined;
  complete?: boolean | undefined;
};

export type GroupDeps = { database: Database; realtime: RealtimeServer; clock: Pick<Clock, 'now'> };

const atOnce = 500;

/** Stores a report. A group without messages gets a conversation, which lists show from its first message on. */
export function receiveGroupReport(deps: GroupDeps, report: ReceivedGroupReport): Promise<void> {
  const store = async (tx: Tx) => {
    const group = await openGroup(tx, report);
    if (group?.kind !== 'group') return;
    const patch = changesOf(group, report, deps.clock.now());
    if (patch !== null) await storeGroup(tx, deps, group, patch);
    if (report.topics && report.own) await storeInTopics(tx, deps, report);
    const members = reportedMembers(report);
    const moved =
      (members.length > 0 || report.complete === true) &&
      (await storeReported(tx, group, members, report.complete ?? false));
    const { id: conversationId, subAccountId } = group;
    if (moved) tx.afterCommit(() => deps.realtime.desk(subAccountId).emit('members', { conversationId }));
  };
  return transaction(deps.database, store, { locks: `${report.account.id} ${report.chatId}` });
}

/** Stores the account's membership for the group's topics, in lock order. */
async function storeInTopics(tx: Tx, deps: GroupDeps, { account, chatId, own }: ReceivedGroupReport) {
  for (const id of await findTopics(tx, account, `${storableText(chatId)}/`)) {
    const topic = await lockConversation(tx, account.workspaceId, id);
    const patch = topic && changesOf(topic, { account, chatId, own }, deps.clock.now());
    if (topic && patch) await storeGroup(tx, deps, topic, patch);
  }
}

async function openGroup(
  tx: Tx,
  { account, chatId, title }: ReceivedGroupReport,
): Promise<ConversationRow | null> {
  const { workspaceId, id: socialAccountId } = account;
  const name = storableText(chatId);
  const find = () => findChat(tx, workspaceId, socialAccountId, name);
  let chat = await find();
  if (chat === null) {
    const { subAccountId, platform } = account;
    const shown = storableStart(title ?? chatId, 200);
    await insertChats(tx, [
      {
        workspaceId,
        socialAccountId,
        subAccountId,
        platform,
        chatId: name,
        title: shown,
        id: newId(),
        kind: 'group',
        fanId: null,
        languagePrior: null,
      },
    ]);
    chat = await find();
  }
  return chat && lockConversation(tx, workspaceId, chat.id);
}

/** Returns null if nothing has changed. A role that isn't reported stays unchanged. */
function changesOf(group: ConversationRow, report: ReceivedGroupReport, now: number): GroupPatch | null {
  const { title, groupState } = group;
  const named = report.title?.trim() ? storableStart(report.title.trim(), 200) : title;
  const { own } = report;
  const state: StoredGroupState | undefined = own && {
    exit: own.exit,
    reason: own.reason ? storableStart(own.reason, 500) : null,
    role: own.role ?? groupState?.role ?? null,
    // An account that is no longer in the group doesn't have to leave.
    ...(own.exit === null && groupState?.leaving ? { leaving: groupState.leaving } : {}),
  };
  const isKnown = state === undefined || isDeepStrictEqual(state, groupState);
  if (named === title && isKnown) return null;
  return { ...(named === title ? {} : { title: named }), ...(isKnown ? {} : groupPatch(group, state, now)) };
}

/** Removes duplicates: a member's last report applies. */
function reportedMembers({ members = [] }: ReceivedGroupReport): ReportedMember[] {
  const byId = new Map(
    members.slice(0, atOnce).map(({ role, present, ...member }) => {
      const known = knownMember(member);
      return [known.memberId, { ...known, role, present }];
    }),
  );
  return [...byId.values()];
}

/** Handles a platform's change of a chat's id: the conversation continues under the new one. */
export function receiveChatMove(
  { database, realtime }: GroupDeps,
  { workspaceId, id: socialAccountId }: ReceivingAccount,
  change: { oldId: string; newId: string },
): Promise<void> {
  const ids = { oldId: storableText(change.oldId), newId: storableText(change.newId) };
  return transaction(database, async (tx) => {
    const moved = await moveChat(tx, { workspaceId, socialAccountId }, ids);
    if (moved === null) return;
    const { id: conversationId, subAccountId, readSeq, unread } = moved;
    tx.afterCommit(() =>
      realtime.desk(subAccountId).emit('conversation', { conversationId, readSeq, unread }),
    );
  });
}
