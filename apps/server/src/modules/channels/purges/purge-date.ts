/** Decides which shared social accounts are announced, when each is deleted, and what would cancel that. */
import { purgeNoticeDays } from '@parley/contract/channels';

const dayMs = 86_400_000;
const noticeMs = purgeNoticeDays * dayMs;
/** Accounts are announced once a day: a day earlier than need be, so that none goes later than its days say. */
const announcedAheadMs = noticeMs + dayMs;

/** A workspace's setting. Times in ms since the epoch. */
export type PurgeSetting = {
  afterDays: number;
  /** From when these days hold. */
  since: number;
  /** Its owner or its brand is disabled: who can't log in can't object. */
  suspended: boolean;
};

export type PurgeFacts = {
  online: boolean;
  /** A link in force shows it. */
  shared: boolean;
  /** The time when it was last online; of one that never was, when it was added. */
  offlineSince: number;
  announcedAt: number | null;
};

/**
 * Returns when an account is deleted; null: it has no notice, or one that no longer counts: it has come online since,
 * if only for a moment, nothing shares it any more, or the days were changed.
 */
export function purgeDateOf(setting: PurgeSetting | null, facts: PurgeFacts): number | null {
  const { online, shared, offlineSince, announcedAt } = facts;
  if (setting === null || setting.suspended || online || !shared || announcedAt === null) return null;
  if (announcedAt < Math.max(setting.since, offlineSince)) return null;
  return Math.max(offlineSince + setting.afterDays * dayMs, announcedAt + noticeMs);
}

/** Returns whether the deletion of an account is to be announced now. */
export function isToBeAnnounced(setting: PurgeSetting | null, facts: PurgeFacts, now: number): boolean {
  if (setting === null || setting.suspended || facts.online || !facts.shared) return false;
  if (purgeDateOf(setting, facts) !== null) return false;
  return now >= facts.offlineSince + setting.afterDays * dayMs - announcedAheadMs;
}

/**
 * Returns how many accounts have been offline for so many days already, and when the first of all would be deleted; null: none
 * is shared and offline. `setting`: the one in force, whose notices count if the days stay the same.
 */
export function previewPurge(
  accounts: readonly PurgeFacts[],
  afterDays: number,
  setting: PurgeSetting | null,
  now: number,
): { due: number; firstAt: number | null } {
  const concerned = accounts.filter(({ online, shared }) => shared && !online);
  const present = setting?.afterDays === afterDays ? setting : null;
  const dates = concerned.map(
    (facts) =>
      purgeDateOf(present, facts) ?? Math.max(facts.offlineSince + afterDays * dayMs, now + noticeMs),
  );
  return {
    due: concerned.filter(({ offlineSince }) => offlineSince + afterDays * dayMs <= now).length,
    firstAt: dates.reduce<number | null>((first, date) => Math.min(first ?? date, date), null),
  };
}
