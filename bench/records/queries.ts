/** The queries of each list: every combination of its filters, from the start and from a random cursor. */

import type { Endpoint } from '@parley/contract';
import { socialAccountPage } from '@parley/contract/channels';
import {
  characterAllocationPage,
  characterUsagePage,
  getCharacterSummary,
} from '@parley/contract/characters';
import { heldPortPage, pastSessionPage } from '@parley/contract/ports';
import { proxyPage } from '@parley/contract/proxies';
import { subAccountPage } from '@parley/contract/sub-accounts';
import { seededRandom } from '../kit/arrivals.ts';
import { daysBack, type Places, platformsUsed } from './rows.ts';

type Query = Record<string, string>;
export type ListQueryCase = { list: string; what: string; endpoint: Endpoint; query: () => Query };
/** `chosen`: the parameters set by the filters listed after this one, above all the cursor. */
type Filter = { name: string; query: (chosen: Query) => Query };

const random = seededRandom(5);
function one<T>(list: readonly T[]): T {
  const found = list[Math.floor(random() * list.length)];
  if (found === undefined) throw new Error('nothing to choose from');
  return found;
}

const dayMs = 86_400_000;
const day = (time: number) => new Date(time).toISOString().slice(0, 10);
/** Around the page's cursor, if there is one, so that the page is deep within its days. */
const days: Filter = {
  name: '30 days',
  query: ({ cursor }) => {
    const middle = cursor === undefined ? Date.now() - random() * daysBack * dayMs : timeOf(cursor);
    return { from: day(middle - 15 * dayMs), to: day(middle + 15 * dayMs) };
  },
};
/** Returns the time of a cursor, which begins with its day or its microseconds. */
function timeOf(cursor: string): number {
  const [time = ''] = cursor.split('_');
  return time.includes('-') ? Date.parse(time) : Number(time) / 1000;
}
const given = (name: string, query: Query): Filter => ({ name, query: () => query });
const any = (name: string, key: string, values: readonly string[]): Filter => ({
  name,
  query: () => ({ [key]: one(values) }),
});

export function askedOf(places: Places, subAccountIds: readonly string[]): ListQueryCase[] {
  const subAccount: Filter = {
    name: 'sub-account',
    // A cursor of the usage record includes its sub-account.
    query: ({ cursor = '' }) => {
      const [, subAccountId, id] = cursor.split('_');
      return {
        subAccountId: subAccountId === undefined || id === undefined ? one(subAccountIds) : subAccountId,
      };
    },
  };
  return [...recordsAsked(places, subAccount), ...teamAsked(subAccount)];
}

const platform = any('platform', 'platform', platformsUsed);

function recordsAsked({ usage, allocations }: Places, subAccount: Filter): ListQueryCase[] {
  const from = (list: readonly string[]) => any('from a random place', 'cursor', list);
  const direction = any('direction', 'direction', ['add', 'remove']);
  return [
    ...asked('usage', characterUsagePage, [
      ...combined([subAccount, platform, days], from(usage)),
      [given('a platform that nobody uses', { platform: 'irc' })],
    ]),
    ...asked(
      'allocations',
      characterAllocationPage,
      combined([subAccount, direction, days], from(allocations)),
    ),
    ...asked('the summary of characters', getCharacterSummary, [[]]),
  ];
}

function teamAsked(subAccount: Filter): ListQueryCase[] {
  const accountFilters = [
    given('search', { search: 'hop 77' }),
    subAccount,
    any('platform', 'platform', ['telegram', 'whatsapp', 'line']),
    any('state', 'state', ['online', 'offline']),
  ];
  const proxyFilters = [
    given('search', { search: '77.ex' }),
    any('protocol', 'networkProtocol', ['http', 'https', 'socks5']),
    any('status', 'status', ['untested', 'working', 'failing']),
    subAccount,
  ];
  const last = (pageNo: string) => [given('the last page', { pageNo })];
  return [
    ...asked('sub-accounts', subAccountPage, [...alone(teamFilters), teamFilters, last('200')]),
    ...asked('social accounts', socialAccountPage, [...alone(accountFilters), last('600')]),
    ...asked('ports', heldPortPage, alone([subAccount, platform, given('search', { search: 'hop 77' })])),
    ...asked('past sessions', pastSessionPage, combined([subAccount, platform], null)),
    ...asked('proxies', proxyPage, alone(proxyFilters)),
  ];
}

const teamFilters: Filter[] = [
  given('search', { search: 'hift 7' }),
  any('status', 'status', ['normal', 'disabled']),
  any('platform', 'platform', ['webchat', 'xmpp']),
  any('characters', 'characters', ['limited', 'unlimited']),
  any('port mode', 'portMode', ['fixed', 'dynamic']),
  any('sessions', 'sessions', ['online', 'offline']),
];

function asked(list: string, endpoint: Endpoint, ways: readonly (readonly Filter[])[]): ListQueryCase[] {
  return ways.map((filters) => ({
    list,
    what: filters.map(({ name }) => name).join(', ') || 'all',
    endpoint,
    query: () => filters.reduceRight<Query>((chosen, { query }) => Object.assign(chosen, query(chosen)), {}),
  }));
}

/** Returns no filter, and each filter alone. */
const alone = (filters: readonly Filter[]): Filter[][] => [[], ...filters.map((filter) => [filter])];

/** Returns every subset of filters; each also with `place`, if there is one. */
function combined(filters: readonly Filter[], place: Filter | null): Filter[][] {
  const subsets: Filter[][] = [[]];
  for (const filter of filters) subsets.push(...subsets.map((set) => [...set, filter]));
  return place === null ? subsets : subsets.flatMap((set) => [set, [...set, place]]);
}
