/** The part of the connector port that concerns group chats; the rest is in `spec.ts`. */
import type { GroupExit, MemberRole } from '@parley/contract/conversations';
import type { Peer } from './peer.ts';

export type GroupCapabilities = {
  inbound: boolean;
  outbound: boolean;
  /** The members reported through `host.group`: `all` current members, or only those `seen` to write or act. */
  members: 'all' | 'seen';
  mentions: { inbound: boolean; outbound: boolean };
  /** Being added to a group takes effect only once the account accepts, which the owner decides (`host.joinsGroups`). */
  invitations: boolean;
  /** The account can leave a group at an agent's request. */
  leaving: boolean;
};

/** `transient`: retry. `permanent`: the platform doesn't let the account leave. `reason`: as in `CheckResult`. */
export type LeaveResult =
  | { ok: true }
  | { ok: false; outcome: 'transient' | 'permanent'; reason: string; retryAfterMs?: number };

/** Maximum number of mentions per message; further ones are dropped. */
export const maxMentions = 50;

/** In UTF-16 units of the text. */
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

/** Maximum number of members per report. */
export const maxReportedMembers = 500;

/** The state of a group rather than an event, so reporting it again changes nothing. Absent fields stay as they are. */
export type GroupReport = {
  chatId: string;
  title?: string;
  /** The account's own membership. `exit` null: it is in the group. */
  own?: { exit: GroupExit | null; reason?: string; role?: MemberRole };
  /** True: `own` also applies to the group's topics, the chats whose ids begin with `chatId` and a slash. */
  topics?: true;
  /** New or changed members; at most `maxReportedMembers`. */
  members?: readonly GroupMemberReport[];
  /** True: every previously reported member missing from `members` has left. */
  complete?: boolean;
};
