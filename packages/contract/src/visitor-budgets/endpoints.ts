/** Daily limits of the translations that anonymous visitors of a website chat may cause at the owner's expense. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id } from '../values.ts';

/**
 * The limits of a site until its owner sets others, so that a crowd of visitors can't spend a new owner's characters in one
 * day.
 */
export const visitorBudgetDefaults = { visitorCharacters: 2_000, siteCharacters: 5_000 } as const;

/** The share of a site's budget at which the owner is notified. */
export const visitorBudgetWarning = 0.8;

/** Characters per day; 0: nothing is translated; null: no limit. */
const dailyCharacters = z.int().min(0).max(1_000_000_000).nullable();

const limits = { visitorCharacters: dailyCharacters, siteCharacters: dailyCharacters };

export const visitorBudget = z.object({
  socialAccountId: id,
  /** 0: the defaults. */
  version: z.int32(),
  visitorCharacters: z.int().nullable(),
  siteCharacters: z.int().nullable(),
  /** The workspace's current day, and the characters translated for visitors on it. */
  today: z.object({ day: z.string(), timeZone: z.string(), used: z.int(), visitors: z.int() }),
});
export type VisitorBudget = z.output<typeof visitorBudget>;

export const getVisitorBudget = endpoint({
  method: 'GET',
  path: '/api/user/visitorBudget/get',
  audience: ['console'],
  summary:
    'The daily budgets of a website chat. An account whose customers aren’t anonymous visitors is 404.',
  query: z.strictObject({ socialAccountId: id }),
  answer: visitorBudget,
  errors: ['resource.not-found'],
});

export const updateVisitorBudget = endpoint({
  method: 'PUT',
  path: '/api/user/visitorBudget/update',
  audience: ['console'],
  summary: 'Sets the daily budgets of a website chat. They take effect within five seconds.',
  body: z.strictObject({ socialAccountId: id, version: z.int32().min(0), ...limits }),
  answer: visitorBudget,
  errors: ['resource.not-found', 'resource.stale'],
  audit: 'visitor-budget.changed',
});
