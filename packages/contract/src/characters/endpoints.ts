import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { characterCount } from '../values.ts';

const characterSummary = z.object({
  /** The characters that the owner can still allocate, or spend through unlimited sub-accounts. */
  ownerRemaining: z.int(),
  /** The total held by limited sub-accounts. */
  allocated: z.int(),
  usedToday: characterCount,
  usedTotal: characterCount,
  /** Charged translations on the workspace's current day. */
  translationsToday: z.int().min(0),
});
const characterDay = z.object({
  day: z.string(),
  characters: characterCount,
  /** Charged translations. */
  translations: z.int().min(0),
});
export type CharacterDay = z.output<typeof characterDay>;

export const characterUsageChart = endpoint({
  method: 'GET',
  path: '/api/user/characters/days',
  audience: ['console'],
  summary:
    'Characters and translations per day of the workspace’s calendar, earliest first, ending with the current day; days without any are zero.',
  query: z.strictObject({ days: z.enum(['7', '30']).default('7') }),
  answer: z.object({ days: z.array(characterDay) }),
});

export const getCharacterSummary = endpoint({
  method: 'GET',
  path: '/api/user/characters/summary',
  audience: ['console'],
  summary:
    'Characters remaining and used in this workspace. Days begin at midnight in the workspace’s time zone.',
  answer: characterSummary,
});
