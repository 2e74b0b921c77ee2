/**
 * Limits password and code guesses across all server processes and restarts: the counts are rows.
 *
 * An account's wrong guesses are counted in two places. Guesses from an address at which its right password was given
 * before count for that address alone; all others count together. Guessers can therefore make each other wait, from any
 * number of addresses, but never the account's rightful users. An address that tries many accounts has to wait, too.
 */
import { createHmac } from 'node:crypto';
import type { ErrorId } from '@parley/contract';
import type { Clock } from '../../../base/clock.ts';
import { deriveKey } from '../../../base/crypto/secrets.ts';
import { type Database, type Tx, transaction } from '../../../base/db/database.ts';
import { AppError } from '../../../base/http/app-error.ts';
import { afterFailure, afterSuccess, type PauseRule, remainingPauseMs } from './pauses.ts';
import * as store from './store.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const familiarMs = 90 * day;

const rules = {
  /** Ten per hour in the long run, so that a dictionary takes years. */
  account: { free: 10, forgetOneMs: 6 * minute },
  /** A guesser at this step has the right password; of a million codes, three are valid at any time. */
  factor: { free: 5, forgetOneMs: 60 * minute, longestMs: 60 * minute },
  /** One address may be a whole office. */
  address: { free: 30, forgetOneMs: minute },
  /** Mails that one address may request, to any recipient. */
  mails: { free: 20, forgetOneMs: 3 * minute },
} as const satisfies Record<string, PauseRule>;

/** The errors of wrong guesses; other refusals mean that the guess was right. */
const wrong: ReadonlySet<ErrorId> = new Set([
  'identity.wrong-credentials',
  'identity.wrong-password',
  'identity.wrong-code',
]);

/** `account`: the name that was typed, whether or not it exists. */
export type Guess = {
  account: string;
  address: string;
  /** The open session of the request, if any: counted separately, so that logged-out users elsewhere can't pause it. */
  sessionId?: string;
};

export type Guard = {
  /** Checks a password guess. Throws `request.too-many` during a pause, even for a right guess. */
  password<T>(guess: Guess, check: () => Promise<T>): Promise<T>;
  /**
   * Checks a guess at the second factor, after the right password. Throws as `password` does. Runs `warn`, at most once
   * a day, after too many wrong guesses.
   */
  secondFactor<T>(guess: Guess, check: () => Promise<T>, warn: (tx: Tx) => Promise<void>): Promise<T>;
  /**
   * Checks a guess at a mailed code. Codes count their own attempts, so only the address's guesses are counted here.
   */
  code<T>(address: string, check: () => Promise<T>): Promise<T>;
  /** Counts a mail requested from this address. Throws `request.too-many`. */
  mail(address: string): Promise<void>;
  /** Clears the account's guesses after it got a new secret, and marks only the given address as familiar. */
  reset(tx: Tx, guess: Guess): Promise<void>;
  purge(): Promise<void>;
};

export type GuardOptions = {
  database: Database;
  clock: Clock;
  secret: string;
  /** Multiplies the free guesses; above 1 for load tests. */
  factor: number;
};

export function createGuard(options: GuardOptions): Guard {
  const { database, clock } = options;
  const keys = keysOf(options.secret);
  const counters = createCounters(options);
  return {
    password: (guess, check) =>
      atAddress(counters, keys.hash('passwords from', guess.address), () =>
        atAccount(options, counters, keys, guess, { by: 'account', check }),
      ),
    secondFactor: (guess, check, warn) =>
      atAddress(counters, keys.hash('passwords from', guess.address), () =>
        atAccount(options, counters, keys, guess, {
          by: 'factor',
          check,
          tooMany: () => counters.onceADay(keys.hash('warned', guess.account), warn),
        }),
      ),
    code: (address, check) => atAddress(counters, keys.hash('codes from', address), check),
    async mail(address) {
      await counters.failure(keys.hash('mails from', address), 'mails');
    },
    async reset(tx, guess) {
      const place = keys.place(guess);
      await store.deleteCounters(tx, [place.accountHash, keys.atAddress(guess)]);
      await store.deleteFamiliarAddress(tx, place.accountHash);
      await store.addFamiliarAddress(tx, place, new Date(clock.now()));
    },
    purge() {
      const now = clock.now();
      return store.purge(database, new Date(now - day), new Date(now - familiarMs));
    },
  };
}

type Keys = ReturnType<typeof keysOf>;

/** Keyed, so that a leaked table reveals neither the guessed accounts nor the guessers' addresses. */
function keysOf(secret: string) {
  const key = deriveKey(secret, 'guessing');
  const hash = (...parts: string[]) =>
    createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url');
  return {
    hash,
    place: ({ account, address }: Guess) => ({
      accountHash: hash('account', account),
      addressHash: hash('address', address),
    }),
    atAddress: ({ account, address }: Guess) => hash('account at address', account, address),
    inSession: (account: string, sessionId: string) => hash('account in session', account, sessionId),
  };
}

type Counters = ReturnType<typeof createCounters>;

function createCounters({ database, clock, factor }: GuardOptions) {
  const rule = (name: keyof typeof rules): PauseRule => ({
    ...rules[name],
    free: Math.ceil(rules[name].free * Math.max(1, factor)),
  });
  return {
    /** Throws `request.too-many` during a pause. */
    async look(keyHash: string): Promise<void> {
      refuseWhile(remainingPauseMs(await store.readCounter(database, keyHash), clock.now()));
    },
    /** Counts a failure and returns whether it exceeds the free guesses. Throws during a pause. */
    failure(keyHash: string, by: keyof typeof rules): Promise<boolean> {
      return transaction(database, async (tx) => {
        const state = await store.lockCounter(tx, keyHash);
        refuseWhile(remainingPauseMs(state, clock.now()));
        const next = afterFailure(state, clock.now(), rule(by));
        await store.saveCounter(tx, keyHash, next);
        return next.failures > rule(by).free;
      });
    },
    /** Runs `work` at most once a day. */
    async onceADay(keyHash: string, work: (tx: Tx) => Promise<void>): Promise<void> {
      await transaction(database, async (tx) => {
        const now = clock.now();
        if (remainingPauseMs(await store.lockCounter(tx, keyHash), now) > 0) return;
        await store.saveCounter(tx, keyHash, { failures: 0, countedAt: now, pausedUntil: now + day });
        await work(tx);
      });
    },
    /** Clears or lowers the count of wrong guesses after a right one. */
    async success(tx: Tx, keyHash: string, by: keyof typeof rules): Promise<void> {
      const state = await store.lockCounter(tx, keyHash);
      await store.saveCounter(tx, keyHash, afterSuccess(state, clock.now(), rule(by)));
    },
  };
}

async function atAddress<T>(counters: Counters, keyHash: string, check: () => Promise<T>): Promise<T> {
  await counters.look(keyHash);
  try {
    return await check();
  } catch (error) {
    // Counted afterwards: of many concurrent requests, as from an office at nine, most are right. Bursts are limited by
    // the endpoint's rate limit; a pause that began meanwhile doesn't change the answer.
    if (isWrong(error)) await counters.failure(keyHash, 'address').catch(ignorePause);
    throw error;
  }
}

type Attempt<T> = {
  by: 'account' | 'factor';
  check: () => Promise<T>;
  /** Runs after a wrong guess beyond the free ones. */
  tooMany?: () => Promise<void>;
};

async function atAccount<T>(
  { database, clock }: GuardOptions,
  counters: Counters,
  keys: Keys,
  guess: Guess,
  { by, check, tooMany }: Attempt<T>,
): Promise<T> {
  const place = keys.place(guess);
  const keyHash = await countedAs();
  // Counted beforehand, so that of a hundred concurrent guesses only ten are checked.
  const isBeyond = await counters.failure(keyHash, by);
  async function countedAs(): Promise<string> {
    if (guess.sessionId !== undefined) return keys.inSession(guess.account, guess.sessionId);
    const familiar = await store.isFamiliar(database, place, new Date(clock.now() - familiarMs));
    return familiar ? keys.atAddress(guess) : place.accountHash;
  }
  const right = () =>
    transaction(database, async (tx) => {
      await counters.success(tx, keyHash, by);
      await store.addFamiliarAddress(tx, place, new Date(clock.now()));
    });
  try {
    const result = await check();
    await right();
    return result;
  } catch (error) {
    if (isWrong(error)) {
      if (isBeyond) await tooMany?.();
    } else if (error instanceof AppError) await right();
    throw error;
  }
}

function refuseWhile(waitMs: number): void {
  if (waitMs > 0) throw new AppError('request.too-many', { details: { seconds: Math.ceil(waitMs / 1000) } });
}

const isWrong = (error: unknown) => error instanceof AppError && wrong.has(error.error);

function ignorePause(error: unknown): void {
  if (!(error instanceof AppError)) throw error;
}
