import { type ExamplesOf, exampleCursor, exampleId, exampleTime } from '../example.ts';
import { agent, subAccountId } from '../sub-accounts/examples.ts';
import type * as endpoints from './index.ts';

const paging = { cursor: exampleCursor, pageSize: 50, pageNo: 1 };
const days = { from: '2026-03-01', to: '2026-03-02' };
const usageFilters = { subAccountId, platform: 'webchat', ...days } as const;
const allocationFilters = { subAccountId, direction: 'add', ...days } as const;

export const examples: ExamplesOf<typeof endpoints> = {
  getCharacterSummary: {
    answer: {
      ownerRemaining: 940_000,
      allocated: 18_400,
      usedToday: 1_250,
      usedTotal: 41_600,
      translationsToday: 38,
    },
  },
  characterUsageChart: {
    query: { days: '7' },
    answer: {
      days: [
        { day: '2026-02-24', characters: 5_900, translations: 171 },
        { day: '2026-02-25', characters: 6_050, translations: 180 },
        { day: '2026-02-26', characters: 7_410, translations: 214 },
        { day: '2026-02-27', characters: 0, translations: 0 },
        { day: '2026-02-28', characters: 5_320, translations: 160 },
        { day: '2026-03-01', characters: 6_870, translations: 201 },
        { day: '2026-03-02', characters: 1_250, translations: 38 },
      ],
    },
  },
  characterUsagePage: {
    query: { ...paging, ...usageFilters },
    answer: {
      list: [
        {
          id: exampleId('usage'),
          day: '2026-03-02',
          subAccountId,
          ...agent,
          platform: 'webchat',
          sourceLanguage: 'es',
          targetLanguage: 'en',
          line: 'ai',
          engine: 'libretranslate',
          characters: 1_250,
          translations: 38,
        },
      ],
      nextCursor: null,
    },
  },
  exportCharacterUsage: { query: usageFilters },
  characterAllocationPage: {
    query: { ...paging, ...allocationFilters },
    answer: {
      list: [
        {
          id: exampleId('allocation'),
          time: exampleTime(-120),
          subAccountId,
          ...agent,
          direction: 'add',
          amount: 5_000,
          before: 13_400,
          after: 18_400,
          ownerRemaining: 940_000,
          remark: 'March',
          automatic: false,
        },
      ],
      nextCursor: null,
    },
  },
  exportCharacterAllocations: { query: allocationFilters },
};
