/**
 * Decides whether a conversation is left to people, and whether a message begins a session. Pure rules; the facts come
 * from the conversation.
 */
import type { AutomationState } from '@parley/contract/automation';
import { automaticReplyId } from '../conversations/index.ts';

export type Situation = {
  /** The sub-account's switch. */
  switchedOn: boolean;
  subAccountEnabled: boolean;
  /** An agent has archived the conversation. */
  isArchived: boolean;
  /** The time of the message. All times are milliseconds since the epoch. */
  at: number;
  /** The time of the customer's previous message; null when there is none among the messages read. */
  customerWroteAt: number | null;
  /** The time of the last message that an agent wrote to the customer. */
  answeredAt: number | null;
  /** The time of the last welcome. */
  welcomedAt: number | null;
  /** The number of messages answered automatically within `replyLimitMs`. */
  answeredLately: number;
};

/** A customer's message after this long a silence begins a session. */
export const sessionGapMs = 24 * 3_600_000;
/** A person who has written counts as present for this long. */
export const agentPresenceMs = 30 * 60_000;
/** This many messages answered within this time are taken for a machine's. */
export const replyLimit = 10;
export const replyLimitMs = 10 * 60_000;

/** Decides whether to answer. An agent's messages after the customer's count, too, because a reply may be late. */
export function automationStateOf(situation: Situation): AutomationState {
  if (!situation.switchedOn) return 'switched-off';
  if (!situation.subAccountEnabled) return 'sub-account-disabled';
  if (situation.isArchived) return 'archived';
  if (within(situation.at, situation.answeredAt, agentPresenceMs)) return 'agent-active';
  return situation.answeredLately >= replyLimit ? 'too-many-replies' : 'open';
}

/**
 * Returns whether a message begins a session, at most one per `sessionGapMs`: a platform whose clock can be manipulated
 * could otherwise begin one with each message.
 */
export function beginsSession({ at, customerWroteAt, welcomedAt }: Situation): boolean {
  return !within(at, customerWroteAt, sessionGapMs) && !within(at, welcomedAt, sessionGapMs);
}

/** A message before the answered one, or a message to the customer after it. */
export type NearbyMessage = { id: string; direction: 'in' | 'out'; triggeredBy: string | null; at: number };

/** The name from which the ids of welcomes derive, so it must never change. */
export const welcomeName = 'automatic reply';

export function situationFrom(
  nearby: readonly NearbyMessage[],
  given: Pick<Situation, 'switchedOn' | 'subAccountEnabled' | 'isArchived' | 'at'>,
): Situation {
  const latest = (is: (message: NearbyMessage) => boolean) =>
    nearby.filter(is).reduce<number | null>((most, { at }) => Math.max(most ?? at, at), null);
  const lately = nearby.filter(({ triggeredBy, at }) => triggeredBy !== null && given.at - at < replyLimitMs);
  return {
    ...given,
    customerWroteAt: latest(({ direction }) => direction === 'in'),
    answeredAt: latest(({ direction, triggeredBy }) => direction === 'out' && triggeredBy === null),
    welcomedAt: latest(
      ({ id, triggeredBy }) => triggeredBy !== null && id === automaticReplyId(welcomeName, triggeredBy),
    ),
    answeredLately: new Set(lately.map(({ triggeredBy }) => triggeredBy)).size,
  };
}

const within = (at: number, then: number | null, ms: number) => then !== null && at - then < ms;
