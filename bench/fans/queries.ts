/** Requests to the fan list: random mixes of filters and orders, with searches of each kind. */
import { fanSort } from '@parley/contract/fans';
import { seededRandom } from '../kit/arrivals.ts';
import type { Filled } from './rows.ts';

type Query = Record<string, string>;
export type FanQueryCase = { what: string; query: () => Query };

const random = seededRandom(7);
function one<T>(list: readonly T[]): T {
  const found = list[Math.floor(random() * list.length)];
  if (found === undefined) throw new Error('nothing to choose from');
  return found;
}
const some = <T>(list: readonly T[], most: number) =>
  [...new Set(Array.from({ length: 1 + Math.floor(random() * most) }, () => one(list)))].join(',');

const day = (at: number) => new Date(at).toISOString().slice(0, 10);
const sorts = ['grownAt.desc', 'grownAt.asc', 'lastActiveAt.desc', 'lastActiveAt.asc'].map((sort) =>
  fanSort.parse(sort),
);

const searches: Readonly<Record<string, () => string>> = {
  'a Latin name': () => one(['Garcia', 'muller', 'Tanersson', 'silva', 'bro', 'vel rod']),
  'a Chinese name': () =>
    `${one([...'张王李赵陈'])}${String.fromCodePoint(19_968 + Math.floor(random() ** 2 * 3_000))}`,
  'a Chinese letter': () => String.fromCodePoint(19_968 + Math.floor(random() ** 2 * 3_000)),
  'a Thai name': () => one(['ชัยพล', 'สมชาย', 'ศักดิ์', 'พรรัตน์']),
  'an Arabic name': () => one(['محمد حداد', 'سارة', 'خالد منصور', 'نجار']),
  'a phone number': () => `346${Math.floor(1e7 + random() * 8.9e7)}`,
  'part of a number': () => String(Math.floor(1e5 + random() * 9e5)),
  'one letter': () => one([...'abcdefgmrstv']),
  'nothing there': () => `zzq${Math.floor(random() * 1e6)}`,
};

export function casesOf({ subAccountIds, socialAccountIds, tagIds }: Filled): FanQueryCase[] {
  const filters: Readonly<Record<string, () => Query>> = {
    'sub-account': () => ({ subAccountIds: some(subAccountIds, 3) }),
    'social account': () => ({ socialAccountIds: some(socialAccountIds, 3) }),
    platform: () => ({ platforms: some(['telegram', 'whatsapp', 'line', 'messenger', 'viber', 'xmpp'], 2) }),
    type: () => ({ types: some(['base', 'new', 'repeat'], 2) }),
    tags: () => ({ tagIds: some(tagIds, 2) }),
    days: () => {
      const from = Date.now() - random() * 700 * 86_400_000;
      return { from: day(from), to: day(from + random() * 60 * 86_400_000) };
    },
    activity: () => ({ activity: one(['active', 'inactive']) }),
  };
  const names = Object.keys(filters);
  const sorted = (query: () => Query) => () => ({ ...query(), sort: one(sorts) });
  const mixed = (most: number) => () =>
    names
      .filter(() => random() < most / names.length)
      .reduce<Query>((query, name) => Object.assign(query, filters[name]?.()), {});
  return [
    { what: 'all', query: sorted(() => ({})) },
    ...names.map((what) => ({ what, query: sorted(() => filters[what]?.() ?? {}) })),
    { what: 'a mix of filters', query: sorted(mixed(3)) },
    ...Object.entries(searches).map(([what, text]) => ({
      what: `search: ${what}`,
      query: sorted(() => ({ search: text() })),
    })),
    {
      what: 'a search in a mix of filters',
      query: sorted(() => ({ ...mixed(2)(), search: one(Object.values(searches))() })),
    },
  ];
}
