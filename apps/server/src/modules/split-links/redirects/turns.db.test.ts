import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../../base/clock.ts';
import { connectDatabase, transaction } from '../../../base/db/database.ts';
import { createLog } from '../../../base/log.ts';
import { splitRotations } from '../../../schema/split-links.ts';
import { type SplitLinksHarness, startSplitLinksHarness } from '../testing/split-links-harness.ts';
import { createLiveLinks } from './live-links.ts';
import type { PreparedLink } from './prepared-link.ts';
import { readLiveLinks } from './queries.ts';
import { createRotationTurns } from './turns.ts';

const log = createLog('silent');
const names = ['ana', 'ben', 'cat'];

let harness: SplitLinksHarness;
let plain: PreparedLink;
let capped: PreparedLink;
let otherCapped: PreparedLink;
let fresh: PreparedLink;
let tight: PreparedLink;

beforeAll(async () => {
  harness = await startSplitLinksHarness();
  const { create } = await harness.workspace();
  const links = createLiveLinks((codes) => readLiveLinks(harness.database, codes), systemClock, {
    knownUntil: () => 0,
    subscribe: () => undefined,
  });
  const prepare = async (dailyCap: number | null) => {
    const targets = names.map((one) => ({ url: `https://t.me/${one}`, dailyCap }));
    const known = await links.get((await create({ targets })).code);
    if (known === null) throw new Error('the link is not there');
    return known;
  };
  plain = await prepare(null);
  capped = await prepare(1_000_000);
  otherCapped = await prepare(1_000_000);
  fresh = await prepare(null);
  tight = await prepare(2);
});
afterAll(() => harness.close());

type Limits = { retryAloneMs?: number; capTimeLimitMs?: number };
/** A process with its own connections. */
function startProcess(limits: Limits = {}) {
  const database = connectDatabase(harness.url, log, 6);
  const turns = createRotationTurns({ database, clock: systemClock, random: () => 0, log, ...limits });
  const stop = async () => {
    await turns.close();
    await database.close();
  };
  onTestFinished(stop);
  return { database, turns, stop };
}

/** Sends a visitor to the link with a cap every millisecond until the returned function is called. */
function crowd({ turns }: ReturnType<typeof startProcess>) {
  const visitors: unknown[] = [];
  const coming = setInterval(() => visitors.push(turns.take(capped)), 1);
  return async () => {
    clearInterval(coming);
    await Promise.all(visitors);
  };
}

/** Locks a link's rotation, as a process that counts a cap does, until the returned function is called. */
async function lockRotation(known: PreparedLink, { turns, database }: ReturnType<typeof startProcess>) {
  await turns.take(known);
  const { promise: counted, resolve: release } = Promise.withResolvers<void>();
  const { promise: held, resolve: hold } = Promise.withResolvers<void>();
  const counting = transaction(database, async (tx) => {
    await tx.db.execute(
      sql`select 1 from ${splitRotations} where split_link_id = ${known.link.id} for update`,
    );
    hold();
    await counted;
  });
  await held;
  return async () => {
    release();
    await counting;
  };
}

/** The target of a visitor, or a note that there was none within some seconds. */
const soon = (turn: ReturnType<ReturnType<typeof startProcess>['turns']['take']>) =>
  Promise.race([Promise.resolve(turn).then(lastPart), systemClock.sleep(3_000).then(() => 'waits')]);

const lastPart = (target: { url: string } | null) => target?.url.split('/').at(-1);

describe('turns of links without a cap', () => {
  it('shares turns out exactly while links with a cap are visited constantly and the process tries to be alone', async () => {
    const [ana, ben] = [startProcess({ retryAloneMs: 50 }), startProcess()];
    await Promise.all([ana.turns.take(plain), ben.turns.take(plain)]);
    const leave = crowd(ana);
    await ben.stop();
    const taken: (string | undefined)[] = [];
    for (let round = 0; round < 8; round += 1) {
      await systemClock.sleep(30);
      for (const _ of names) taken.push(lastPart(await ana.turns.take(plain)));
    }
    await leave();
    expect(names.map((name) => taken.filter((one) => one === name).length)).toEqual([8, 8, 8]);
  });

  it('doesn’t wait for a link whose cap is being counted', async () => {
    const [ana, ben] = [startProcess(), startProcess()];
    await Promise.all([ana.turns.take(plain), ben.turns.take(plain)]);
    const release = await lockRotation(capped, ben);
    const first = ana.turns.take(capped);
    await systemClock.sleep(20);
    const second = ana.turns.take(capped);
    await systemClock.sleep(20);
    const target = await soon(ana.turns.take(plain));
    await release();
    await Promise.all([first, second]);
    expect(names).toContain(target);
  });

  it('shares turns out exactly if another process starts while a link’s position is being read', async () => {
    const ana = startProcess();
    await ana.turns.take(plain);
    const holder = connectDatabase(harness.url, log, 1);
    onTestFinished(() => holder.close());
    let reading: ReturnType<typeof ana.turns.take> = null;
    await transaction(holder, async (tx) => {
      // Blocks reads of positions, and with them the hand-back of turns.
      await tx.db.execute(sql`lock table ${splitRotations} in access exclusive mode`);
      reading = ana.turns.take(fresh);
      await systemClock.sleep(50);
      startProcess();
      await systemClock.sleep(150);
    });
    expect(lastPart(await reading)).toBe('ana');
    expect([lastPart(await ana.turns.take(fresh)), lastPart(await ana.turns.take(fresh))]).toEqual([
      'ben',
      'cat',
    ]);
  });
});

describe('turns of links with a cap', () => {
  it('doesn’t wait for another link whose cap is being counted', async () => {
    const [ana, ben] = [startProcess(), startProcess()];
    const release = await lockRotation(capped, ben);
    const together = [ana.turns.take(capped), ana.turns.take(otherCapped)] as const;
    await systemClock.sleep(20);
    const later = [ana.turns.take(capped), ana.turns.take(otherCapped)] as const;
    const targets = await Promise.all([soon(together[1]), soon(later[1])]);
    await release();
    await Promise.all([...together, ...later]);
    expect(names).toEqual(expect.arrayContaining(targets));
  });

  it('draws targets at random if the cap of the link can not be counted', async () => {
    const [ana, ben] = [startProcess({ capTimeLimitMs: 100 }), startProcess()];
    const release = await lockRotation(capped, ben);
    const target = await soon(ana.turns.take(capped));
    await release();
    expect(target).toBe('ana');
    expect(await soon(ana.turns.take(capped))).not.toBe('waits');
  });

  it('counts a visitor with a randomly drawn target together with the next ones', async () => {
    const { turns } = startProcess();
    const drawn = [turns.draw(tight), turns.draw(tight)].map(lastPart);
    const taken = [];
    for (let visitors = 0; visitors < 5; visitors += 1) taken.push(lastPart(await turns.take(tight)));
    expect(drawn).toEqual(['ana', 'ana']);
    expect(taken).toEqual(['ben', 'ben', 'cat', 'cat', undefined]);
  });
});
