import { expect, it } from 'vitest';
import {
  isToBeAnnounced,
  type PurgeFacts,
  type PurgeSetting,
  previewPurge,
  purgeDateOf,
} from './purge-date.ts';

const day = 86_400_000;
/** The time at which the account of these tests went offline. */
const start = Date.UTC(2026, 2, 28, 23);
/** Returns the time this many days later, in hours, which are independent of daylight saving time. */
const at = (days: number) => start + days * day;

const setting = (given: Partial<PurgeSetting> = {}): PurgeSetting => ({
  afterDays: 30,
  since: at(-100),
  suspended: false,
  ...given,
});
const account = (given: Partial<PurgeFacts> = {}): PurgeFacts => ({
  online: false,
  shared: true,
  offlineSince: start,
  announcedAt: at(22),
  ...given,
});

it('deletes an account that was announced in time after exactly the set days', () => {
  expect(purgeDateOf(setting(), account())).toBe(at(30));
});

it.each([
  ['the setting was turned on', 200],
  ['announcing was late by an hour', 23 + 1 / 24],
])('deletes no account before seven days of notice when %s', (_, announced) => {
  expect(purgeDateOf(setting(), account({ announcedAt: at(announced) }))).toBe(at(announced + 7));
});

it.each<[string, PurgeSetting | null, Partial<PurgeFacts>]>([
  ['the setting is off', null, {}],
  ['its owner is disabled', setting({ suspended: true }), {}],
  ['it is online', setting(), { online: true }],
  ['it was online for a moment meanwhile', setting(), { offlineSince: at(23) }],
  ['no link shows it any more', setting(), { shared: false }],
  ['it was never announced', setting(), { announcedAt: null }],
  ['the days have changed since it was announced', setting({ since: at(22) + 1 }), {}],
])('deletes no account when %s', (_, present, facts) => {
  expect(purgeDateOf(present, account(facts))).toBeNull();
});

it('accepts a notice from the moment in which the setting was changed', () => {
  expect(purgeDateOf(setting({ since: at(22) }), account())).toBe(at(30));
});

it.each<[string, boolean, number, Partial<PurgeFacts>, PurgeSetting | null]>([
  ['eight days before its deletion', true, 22, {}, setting()],
  ['not a moment earlier', false, 22 - 1 / 86_400, {}, setting()],
  ['long after its days, when the setting was turned on late', true, 400, {}, setting()],
  ['once', false, 23, { announcedAt: at(22) }, setting()],
  ['again after it was online', true, 60, { announcedAt: at(-1) }, setting()],
  ['again after the days were changed', true, 60, { announcedAt: at(22) }, setting({ since: at(60) })],
  ['never while it is online', false, 60, { online: true }, setting()],
  ['never while no link shows it', false, 60, { shared: false }, setting()],
  ['never while the setting is off', false, 60, {}, null],
  ['never while its owner is disabled', false, 60, {}, setting({ suspended: true })],
])('announces an account %s', (_, expected, now, facts, present) => {
  expect(isToBeAnnounced(present, account({ announcedAt: null, ...facts }), at(now))).toBe(expected);
});

it('deletes an account that is announced daily after exactly the set days, whatever the hour of the announcement', () => {
  for (let hour = 0; hour < 24; hour += 1) {
    const moments = Array.from({ length: 40 }, (_, days) => at(days + hour / 24));
    const announcedAt = moments.find((now) =>
      isToBeAnnounced(setting(), account({ announcedAt: null }), now),
    );
    expect(purgeDateOf(setting(), account({ announcedAt: announcedAt ?? null }))).toBe(at(30));
  }
});

it('previews how many accounts are due, and the first date', () => {
  const now = at(100);
  const accounts = [
    account({ offlineSince: at(40), announcedAt: null }),
    account({ offlineSince: at(41), announcedAt: null }),
    account({ offlineSince: at(39), announcedAt: null, shared: false }),
    account({ offlineSince: at(39), announcedAt: null, online: true }),
  ];
  expect(previewPurge(accounts, 60, null, now)).toEqual({ due: 1, firstAt: at(107) });
  expect(previewPurge(accounts, 90, null, now)).toEqual({ due: 0, firstAt: at(130) });
  expect(previewPurge([], 60, null, now)).toEqual({ due: 0, firstAt: null });
});

it('previews the announced dates for unchanged days, and new ones for others', () => {
  const announced = [account({ announcedAt: at(98) })];
  expect(previewPurge(announced, 30, setting(), at(100))).toEqual({ due: 1, firstAt: at(105) });
  expect(previewPurge(announced, 31, setting(), at(100))).toEqual({ due: 1, firstAt: at(107) });
});
