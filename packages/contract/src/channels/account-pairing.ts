/** Pairing: social accounts are added by a code that their owner scans with the platform's own app. */
import { z } from 'zod';
import { platformId } from '../catalogues/platforms.ts';
import { endpoint, outsideCheckLimit } from '../endpoint.ts';
import { id } from '../values.ts';
import { socialAccount, socialAccountForm } from './endpoints.ts';

/**
 * waiting: the platform hasn't issued a code yet. code: one is shown. scanned: the phone asks its owner to confirm. refused: by
 * the platform, or because the account can't be stored, for `reason`. expired: no code was scanned in time. cancelled: by its
 * owner, or it wasn't polled for some time. interrupted: the server stopped meanwhile.
 */
export const accountPairingState = z.enum([
  'waiting',
  'code',
  'scanned',
  'paired',
  'refused',
  'expired',
  'cancelled',
  'interrupted',
]);
export type AccountPairingState = z.output<typeof accountPairingState>;

/** Maximum number of concurrent pairings in a workspace. */
export const maxPairings = 3;

export const accountPairing = z.object({
  id,
  platform: platformId,
  state: accountPairingState,
  /** A reason as in `stateReason`. */
  reason: z.string().nullable(),
  /** The code to scan, with its remaining validity in ms; null: there is none at the moment. */
  code: z.object({ text: z.string(), validMs: z.int() }).nullable(),
  /** The social account; null until it is paired. */
  account: socialAccount.nullable(),
});
export type AccountPairing = z.output<typeof accountPairing>;

/** The values of the platform's `pairing.fields`. */
const values = z.record(z.string().max(50), z.string().max(4096));

const refusals = [
  'channel.platform-unknown',
  'channel.no-pairing',
  'channel.pairings-limit',
  'channel.pairings-busy',
  'proxy.not-found',
] as const;

export const startAccountPairing = endpoint({
  method: 'POST',
  path: '/api/user/accountPairing',
  audience: ['console'],
  summary:
    'Starts pairing a new social account with a code, which the client then polls every second. The pairing ends 20 seconds after the last poll, and after 3 minutes at the latest.',
  body: socialAccountForm.omit({ credentials: true }).extend({ values }),
  answer: accountPairing,
  errors: [...refusals, 'sub-account.not-found', 'sub-account.platform-not-permitted'],
  rateLimit: outsideCheckLimit,
  audit: 'social-account.pairing-started',
});

export const pairAccountAgain = endpoint({
  method: 'POST',
  path: '/api/user/accountPairing/again',
  audience: ['console'],
  summary:
    'Starts pairing a social account again, with the same account on the platform, and ends any pairing of it in progress. Conversations and fans are kept.',
  body: z.strictObject({ id, values }),
  answer: accountPairing,
  errors: refusals,
  rateLimit: outsideCheckLimit,
  audit: 'social-account.pairing-started',
});

export const accountPairingNow = endpoint({
  method: 'GET',
  path: '/api/user/accountPairing/:pairingId',
  audience: ['console'],
  summary: 'The current state of a pairing, for the person who started it, with its code if there is one.',
  params: z.strictObject({ pairingId: id }),
  answer: accountPairing,
  errors: ['resource.not-found'],
});

export const cancelAccountPairing = endpoint({
  method: 'DELETE',
  path: '/api/user/accountPairing/:pairingId',
  audience: ['console'],
  summary: 'Ends a pairing from which nothing has been stored. Has no effect on one that has ended.',
  params: z.strictObject({ pairingId: id }),
  answer: accountPairing,
  errors: ['resource.not-found'],
  audit: { none: 'Nothing of the pairing has been stored; its beginning is recorded.' },
});
