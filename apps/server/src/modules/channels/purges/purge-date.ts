/** Decides which shared social accounts are announced, when each is deleted, and what would cancel that. */
import { purgeNoticeDays } from '@parley/contract/channels';

const dayMs = 86_400_000;
const noticeMs = purgeNoticeDays * dayMs;
/** Accounts are announced once a day, so one day early: otherwise some would be deleted later than the setting says. */
const announcedAheadMs = noticeMs + dayMs;

/** A workspace's setting. Times in ms since the epoch. */
export type PurgeSetting = {
  afterDays: number;
  /** The time when these days were set. */
  since: number;
  /** True when its owner or brand is disabled: owners who can't log in can't object. */
  suspended: boolean;
};

export type PurgeFacts = {
  online: boolean;
  /** True when an enabled share link shows it. */
  shared: boolean;
  /** The time when it was last online; when it was added if it never was. */
  offlineSince: number;
  announcedAt: number | null;
};

/**
 * Returns when an account is deleted; null without a valid notice. A notice becomes invalid when the account has been
 * online since, however briefly, when no link shows it any more, or when the days were changed.
 */
export function purgeDateOf(setting: PurgeSetting | null, facts: PurgeFacts): number | null {
  const { online, shared, offlineSince, announcedAt } = facts;
  if (setting === null || setting.suspended || online || !shared || announcedAt === null) return null;
  if (announcedAt < Math.max(setting.since, offlineSince)) return null;
  return Math.max(offlineSince + setting.afterDays * dayMs, announcedAt + noticeMs);
}

/** Returns whether the deletion of an account must be announced now. */
export function isToBeAnnounced(setting: PurgeSetting | null, facts: PurgeFacts, now: number): boolean {
  if (setting === null || setting.suspended || facts.online || !facts.shared) return false;
  if (purgeDateOf(setting, facts) !== null) return false;
  return now >= facts.offlineSince + setting.afterDays * dayMs - announcedAheadMs;
}

/**
 * Returns how many shared accounts have been offline for `afterDays`, and when the first account would be deleted; null
 * when none is shared and offline. `setting` is the current one, whose notices stay valid if the days don't change.
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
