import { socialAccountId } from '../channels/examples.ts';
import type { ExamplesOf } from '../example.ts';
import type * as endpoints from './index.ts';

const limits = { visitorCharacters: 1_000, siteCharacters: 20_000 };
const budget = {
  socialAccountId,
  version: 0,
  ...limits,
  today: { day: '2026-03-02', timeZone: 'Europe/Madrid', used: 340, visitors: 6 },
};

export const examples: ExamplesOf<typeof endpoints> = {
  getVisitorBudget: { query: { socialAccountId }, answer: budget },
  updateVisitorBudget: {
    body: { socialAccountId, version: 0, ...limits },
    answer: { ...budget, version: 1 },
  },
};
