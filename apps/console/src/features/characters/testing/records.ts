/** Character records, slightly more than one page. */
import * as charactersApi from '@parley/contract/characters';
import type * as subAccountsApi from '@parley/contract/sub-accounts';
import { type Route, route } from '../../../lib/testing/route.ts';
import { sampleId, sampleTime } from '../../../lib/testing/samples.ts';

const dayMs = 86_400_000;
const who = (at: number) => ({
  subAccountId: sampleId(4, (at % 3) + 1),
  accountName: ['agent-5eg', 'agent-5fh', ''][at % 3] ?? '',
  subAccountRemark: ['Ann', '李娜', ''][at % 3] ?? '',
});

function usageRecords(): charactersApi.CharacterUsageRecord[] {
  return Array.from({ length: 70 }, (_, at) => ({
    ...who(at),
    id: sampleId(8, at + 1),
    day: new Date(sampleTime - Math.floor(at / 3) * dayMs).toISOString().slice(0, 10),
    platform: ['webchat', 'telegram'][at % 2] ?? '',
    sourceLanguage: ['es', 'ar', 'ja'][at % 3] ?? '',
    targetLanguage: 'en',
    line: 'ai',
    engine: 'libretranslate',
    characters: 1_200 + at * 37,
    translations: 40 + at,
  }));
}

function allocationRecords(): charactersApi.CharacterAllocationRecord[] {
  return Array.from({ length: 6 }, (_, at) => ({
    ...who(at),
    id: sampleId(7, at + 1),
    time: sampleTime - at * dayMs,
    direction: at === 2 ? 'remove' : 'add',
    amount: 5_000,
    before: 10_000,
    after: at === 2 ? 5_000 : 15_000,
    ownerRemaining: 900_000 + at * 5_000,
    remark: ['', 'For the weekend'][at % 2] ?? '',
    automatic: at === 4,
  }));
}

type Filters = { subAccountId?: string | undefined; cursor?: string | undefined; pageSize: number };

function pageOf<Item extends { subAccountId: string }>(
  all: readonly Item[],
  { subAccountId, ...query }: Filters,
) {
  const left = all.filter((one) => subAccountId === undefined || one.subAccountId === subAccountId);
  const from = Number(query.cursor ?? 0);
  const next = from + query.pageSize;
  return { list: left.slice(from, next), nextCursor: next < left.length ? String(next) : null };
}

/** `busy`: there are records. */
function recordRoutes(busy: boolean): Route[] {
  const within = (day: string, { from, to }: { from?: string | undefined; to?: string | undefined }) =>
    (from === undefined || day >= from) && (to === undefined || day <= to);
  return [
    route(charactersApi.characterUsagePage, ({ query }) =>
      pageOf(
        (busy ? usageRecords() : []).filter(
          ({ platform, day }) =>
            (query.platform === undefined || platform === query.platform) && within(day, query),
        ),
        query,
      ),
    ),
    route(charactersApi.characterUsageChart, ({ query }) => ({
      days: Array.from({ length: Number(query.days) }, (_, n) => ({
        day: new Date(sampleTime - (Number(query.days) - 1 - n) * dayMs).toISOString().slice(0, 10),
        characters: busy ? 4_000 + ((n * 1_733) % 5_000) : 0,
        translations: busy ? 120 + ((n * 37) % 90) : 0,
      })),
    })),
    route(charactersApi.characterAllocationPage, ({ query }) =>
      pageOf(
        (busy ? allocationRecords() : []).filter(
          ({ direction }) => query.direction === undefined || direction === query.direction,
        ),
        query,
      ),
    ),
  ];
}

export type CharactersWorld = { ownerRemaining: number; subAccounts: readonly subAccountsApi.SubAccount[] };

export const characterRoutes = (world: CharactersWorld): Route[] => [
  route(charactersApi.getCharacterSummary, () => ({
    ownerRemaining: world.ownerRemaining,
    allocated: world.subAccounts.reduce((sum, { remaining }) => sum + remaining, 0),
    usedToday: 18_420,
    usedTotal: 2_934_118,
    translationsToday: 1_204,
  })),
  ...recordRoutes(world.subAccounts.length > 0),
];
