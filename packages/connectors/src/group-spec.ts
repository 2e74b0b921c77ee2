/** The part of the connector port that concerns chats of many people: `spec.ts` has the rest. */
import type { GroupExit, MemberRole } from '@parley/contract/conversations';
import type { Peer } from './peer.ts';

export type GroupCapabilities = {
  inbound: boolean;
  outbound: boolean;
  /** The members that `host.group` reports: `all` who are there, or those `seen`, because they write or act. */
  members: 'all' | 'seen';
  mentions: { inbound: boolean; outbound: boolean };
  /** Being added by others takes effect only if the account agrees: the owner decides (`host.joinsGroups`). */
  invitations: boolean;
  /** The account leaves a group when an agent wants it. */
  leaving: boolean;
};

/** `transient`: try again. `permanent`: the platform keeps the account in the group. `reason`: as of `CheckResult`. */
export type LeaveResult =
  | { ok: true }
  | { ok: false; outcome: 'transient' | 'permanent'; reason: string; retryAfterMs?: number };

/** More mentions of one message are left out. */
export const mostMentions = 50;

/** UTF-16 units of the text. */
type Range = { start: number; length: number };

export type InboundMention = Range & {
  /** Null: the account itself. */
  member: Pick<Peer, 'id' | 'displayName' | 'handle'> | null;
};

export type OutboundMention = Range & { memberId: string };

export type GroupMemberReport = Pick<Peer, 'id' | 'displayName' | 'handle'> & {
  role: MemberRole;
  /** False: the member has left. */
  present: boolean;
};

/** Members in one report. */
export const mostReportedMembers = 500;

/** The state of a group, not what has happened: reported again, it changes nothing. What is absent stays as it is. */
export type GroupReport = {
  chatId: string;
  title?: string;
  /** The account's part. `exit` null: it is in the group. */
  own?: { exit: GroupExit | null; reason?: string; role?: MemberRole };
  /** True: `own` holds for the group's topics too, the chats whose ids begin with `chatId` and a slash. */
  topics?: true;
  /** Members that are new or have changed; at most `mostReportedMembers`. */
  members?: readonly GroupMemberReport[];
  /** True: all members of earlier reports who aren't among `members` have left. */
  complete?: boolean;
};
