import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { characterCount } from '../values.ts';

const characterSummary = z.object({
  /** The characters that the owner can still allocate, or spend through unlimited sub-accounts. */
  ownerRemaining: z.int(),
  /** The characters that limited sub-accounts hold together. */
  allocated: z.int(),
  usedToday: characterCount,
  usedTotal: characterCount,
  /** Charged translations of the workspace's day. */
  translationsToday: z.int().min(0),
});
export const getCharacterSummary = endpoint({
  method: 'GET',
  path: '/api/user/characters/summary',
  audience: ['console'],
  summary: 'Characters left and used in this workspace. Days begin at midnight in the workspace’s time zone.',
  answer: characterSummary,
});
