import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDatabase, type Database, transaction } from '../../../base/db/database.ts';
import { type TestDatabase, testDatabase } from '../../../base/db/testing/test-database.ts';
import { AppError } from '../../../base/http/app-error.ts';
import { createLog } from '../../../base/log.ts';
import { stillClock, type TestClock } from '../../../testing/test-clock.ts';
import { createGuard, type Guard } from './guard.ts';
import { longestPauseMs } from './pauses.ts';

const minute = 60_000;
const hour = 60 * minute;

let place: TestDatabase;
let database: Database;
let clock: TestClock;
/** Two server processes that share nothing but the database. */
let guards: [Guard, Guard];
beforeAll(async () => {
  place = await testDatabase();
  database = connectDatabase(place.url, createLog('silent'), 8);
  clock = stillClock();
  const secret = 'a secret that is long enough for a guard to derive from';
  const make = () => createGuard({ database, clock, secret, factor: 1 });
  guards = [make(), make()];
});
afterAll(async () => {
  await database.close();
  await place.drop();
});

let made = 0;
const newAccount = () => `person somebody-${++made}@example.com`;
const newAddress = () => `192.0.2.${++made}`;

type Answer = 'right' | 'wrong' | number;

/** Returns the answer to a guess; a number is the duration of its pause in seconds. */
async function guess(
  at: { account: string; address: string },
  right = false,
  guard = guards[0],
): Promise<Answer> {
  return answerOf(() =>
    guard.password(at, async () => {
      if (!right) throw new AppError('identity.wrong-credentials');
    }),
  );
}

async function answerOf(act: () => Promise<unknown>): Promise<Answer> {
  try {
    await act();
    return 'right';
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.error === 'request.too-many') return Number(error.details.seconds);
    return 'wrong';
  }
}

/** Makes this many wrong guesses, from many addresses and at every process. */
async function guessAt(account: string, times: number): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let n = 0; n < times; n += 1) {
    answers.push(await guess({ account, address: newAddress() }, false, guards[n % 2]));
  }
  return answers;
}

describe('an account that is guessed at', () => {
  it('checks ten guesses from any address at any process, then pauses for longer and longer', async () => {
    const account = newAccount();
    expect(await guessAt(account, 11)).toEqual(Array.from({ length: 11 }, () => 'wrong'));
    expect(await guessAt(account, 1)).toEqual([15]);
    const pauses: Answer[] = [15];
    for (let n = 0; n < 4; n += 1) {
      clock.advance(Number(pauses.at(-1)) * 1000);
      await guessAt(account, 1);
      pauses.push(...(await guessAt(account, 1)));
    }
    expect(pauses).toEqual([15, 30, 60, 120, 240]);
  });

  it('refuses even the right password in a pause', async () => {
    const account = newAccount();
    await guessAt(account, 11);
    expect(await guess({ account, address: newAddress() }, true)).toBe(15);
    clock.advance(15_000);
    expect(await guess({ account, address: newAddress() }, true)).toBe('right');
  });

  it('never pauses for longer than the longest pause, however long the guessing continues', async () => {
    const account = newAccount();
    let longest = 0;
    const until = clock.now() + 6 * hour;
    while (clock.now() < until) {
      const [answer] = await guessAt(account, 1);
      if (typeof answer === 'number') {
        longest = Math.max(longest, answer);
        clock.advance(answer * 1000);
      }
    }
    expect(longest).toBeLessThanOrEqual(longestPauseMs / 1000);
    expect(longest).toBeGreaterThan(60);
  });

  it('admits at once only an address at which its owner logged in before', async () => {
    const account = newAccount();
    const home = { account, address: newAddress() };
    expect(await guess(home, true)).toBe('right');
    await guessAt(account, 12);
    expect(await guess({ account, address: newAddress() }, true)).toBe(15);
    expect(await guess(home)).toBe('wrong');
    expect(await guess(home, true)).toBe('right');
  });

  it('pauses a familiar address, too, once guesses come from there', async () => {
    const account = newAccount();
    const home = { account, address: newAddress() };
    await guess(home, true);
    for (let n = 0; n < 11; n += 1) expect(await guess(home)).toBe('wrong');
    expect(await guess(home, true)).toBe(15);
    // Other addresses are not affected.
    expect(await guess({ account, address: newAddress() }, true)).toBe('right');
  });

  it('admits the address where its password was reset, and no other', async () => {
    const account = newAccount();
    const [thief, home] = [
      { account, address: newAddress() },
      { account, address: newAddress() },
    ];
    await guess(thief, true);
    await guessAt(account, 11);
    await transaction(database, (tx) => guards[0].reset(tx, home));
    await guessAt(account, 11);
    expect(await guess(home, true)).toBe('right');
    expect(await guess(thief, true)).toBe(15);
  });

  it('checks no more than ten of a hundred concurrent guesses', async () => {
    const account = newAccount();
    let looked = 0;
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        answerOf(() =>
          guards[n % 2 === 0 ? 0 : 1].password({ account, address: newAddress() }, async () => {
            looked += 1;
            throw new AppError('identity.wrong-credentials');
          }),
        ),
      ),
    );
    expect(looked).toBe(11);
    expect(answers.filter((answer) => answer === 'wrong')).toHaveLength(11);
  });

  it('answers a guesser the same whether or not the account exists', async () => {
    const [there, not] = [newAccount(), newAccount()];
    const run = async (account: string) => [...(await guessAt(account, 12)), ...(await guessAt(account, 2))];
    expect(await run(there)).toEqual(await run(not));
  });

  it('forgets guesses over time', async () => {
    const account = newAccount();
    await guessAt(account, 11);
    clock.advance(2 * hour);
    expect(await guessAt(account, 11)).not.toContain(15);
  });

  it('counts a right password as right even during a pause', async () => {
    const account = newAccount();
    const disabled = () =>
      guards[0].password({ account, address: newAddress() }, async () => {
        throw new AppError('identity.disabled');
      });
    for (let n = 0; n < 15; n += 1) expect(await answerOf(disabled)).toBe('wrong');
  });

  it('counts no internal error against it', async () => {
    const guarding = guards[0].password({ account: newAccount(), address: newAddress() }, async () => {
      throw new Error('the disk is full');
    });
    await expect(guarding).rejects.toThrow('the disk is full');
  });
});

describe('an address that guesses', () => {
  it('waits after thirty guesses at many accounts, and from then on at every account', async () => {
    const address = newAddress();
    for (let n = 0; n < 31; n += 1) expect(await guess({ account: newAccount(), address })).toBe('wrong');
    expect(await guess({ account: newAccount(), address }, true)).toBe(15);
    expect(await guess({ account: newAccount(), address: newAddress() }, true)).toBe('right');
  });

  it('doesn’t reset its guesses by logging in to its own account', async () => {
    const address = newAddress();
    const own = { account: newAccount(), address };
    for (let n = 0; n < 31; n += 1) {
      await guess({ account: newAccount(), address });
      if (n < 30) expect(await guess(own, true)).toBe('right');
    }
    expect(await guess(own, true)).toBe(15);
  });

  it('admits an office whose people all log in at nine from one address', async () => {
    const address = newAddress();
    const answers = await Promise.all(
      Array.from({ length: 60 }, () => guess({ account: newAccount(), address }, true)),
    );
    expect(new Set(answers)).toEqual(new Set(['right']));
  });

  it('waits after thirty guesses at codes, of any accounts', async () => {
    const address = newAddress();
    const code = (right: boolean) =>
      answerOf(() =>
        guards[0].code(address, async () => {
          if (!right) throw new AppError('identity.wrong-code');
        }),
      );
    for (let n = 0; n < 31; n += 1) expect(await code(false)).toBe('wrong');
    expect(await code(true)).toBe(15);
    clock.advance(15_000);
    expect(await code(true)).toBe('right');
  });

  it('requests twenty mails, and then few', async () => {
    const address = newAddress();
    const mail = () => answerOf(() => guards[1].mail(address));
    for (let n = 0; n < 21; n += 1) expect(await mail()).toBe('right');
    expect(await mail()).toBe(15);
    expect(await answerOf(() => guards[1].mail(newAddress()))).toBe('right');
  });
});

describe('the stored counts', () => {
  it('contain neither accounts nor addresses', async () => {
    await guess({ account: 'person ana@example.com', address: '198.51.100.7' }, true);
    await guess({ account: 'person ana@example.com', address: '198.51.100.8' });
    const { rows } = await database.pool.query(
      `select t::text as row from guess_counters t union all select t::text from familiar_addresses t`,
    );
    expect(rows.length).toBeGreaterThan(3);
    expect(JSON.stringify(rows)).not.toMatch(/ana@example|198\.51\.100/);
  });

  it('removes expired counts, familiar addresses after months', async () => {
    const rows = async () => {
      const counters = await database.pool.query('select 1 from guess_counters');
      const familiar = await database.pool.query('select 1 from familiar_addresses');
      return [counters.rowCount, familiar.rowCount];
    };
    await guess({ account: newAccount(), address: newAddress() }, true);
    const [counters = 0] = await rows();
    await guards[0].purge();
    const [kept = 0, familiar = 0] = await rows();
    expect(kept).toBeLessThanOrEqual(counters ?? 0);
    expect(kept).toBeGreaterThan(0);
    clock.advance(25 * hour);
    await guards[0].purge();
    expect(await rows()).toEqual([0, familiar]);
    clock.advance(90 * 24 * hour);
    await guards[0].purge();
    expect(await rows()).toEqual([0, 0]);
  });
});
