import fc from 'fast-check';
import { expect, it } from 'vitest';
import { trustWorkspaceId } from '../../base/ids.ts';
import { type Block, LeasedBlocks, type LeaseSource, type Reservation } from './leased-blocks.ts';

const workspace = trustWorkspaceId('0197a000-0000-7000-8000-000000000001');
const blockUseMs = 60_000;

/** An account in memory. Each step takes a turn of the event loop, as with a database. */
function bank(available: number, blockSize = 100) {
  const settled: string[] = [];
  const state = { available, now: 1_000, draws: 0, settled, outOnLease: 0 };
  const source: LeaseSource = {
    async draw(workspaceId, accountId, need) {
      await turn();
      state.draws += 1;
      if (state.available < need) return null;
      const free = Math.min(state.available, Math.max(need, blockSize));
      state.available -= free;
      state.outOnLease += free;
      return {
        workspaceId,
        accountId,
        leaseId: `lease ${state.draws}`,
        free,
        expiresAt: state.now + blockUseMs,
      };
    },
    async settle(block) {
      await turn();
      expect(state.settled, 'a lease is settled once').not.toContain(block.leaseId);
      state.settled.push(block.leaseId);
      state.available += block.free;
      state.outOnLease -= block.free;
    },
  };
  return { state, source, blocks: new LeasedBlocks(source, () => state.now) };
}
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

async function reserved(promise: Promise<Reservation | null>): Promise<Reservation> {
  const reservation = await promise;
  if (!reservation) throw new Error('nothing was reserved');
  return reservation;
}

it('spends from one block without drawing again', async () => {
  const { state, blocks } = bank(1_000);
  for (let i = 0; i < 10; i += 1)
    await blocks.release(await reserved(blocks.reserve(workspace, 'a', 10)), 10);
  expect(state).toMatchObject({ draws: 1, available: 900 });
  await blocks.recall(() => true);
  expect(state).toMatchObject({ available: 900, settled: ['lease 1'] });
});

it('shares one draw between concurrent callers', async () => {
  const { state, blocks } = bank(1_000);
  const all = await Promise.all(Array.from({ length: 10 }, () => blocks.reserve(workspace, 'a', 10)));
  expect(all.every(Boolean)).toBe(true);
  expect(state.draws).toBe(1);
});

it('releases what a reservation did not spend', async () => {
  const { state, blocks } = bank(50);
  await blocks.release(await reserved(blocks.reserve(workspace, 'a', 50)), 0);
  await blocks.release(await reserved(blocks.reserve(workspace, 'a', 50)), 20);
  expect(await blocks.reserve(workspace, 'a', 31)).toBeNull();
  await blocks.release(await reserved(blocks.reserve(workspace, 'a', 30)), 30);
  await blocks.recall(() => true);
  expect(state).toMatchObject({ available: 0, outOnLease: 50 });
});

it('refuses a reservation only after waiting for what running ones may release', async () => {
  const { blocks } = bank(100);
  const first = await reserved(blocks.reserve(workspace, 'a', 10));
  const tooLarge = blocks.reserve(workspace, 'a', 95);
  const small = blocks.reserve(workspace, 'a', 50);
  await turn();
  await blocks.release(first, 10);
  expect(await tooLarge).toBeNull();
  expect(await small).toMatchObject({ amount: 50 });
});

it('waits for a running reservation that may release what the next one needs', async () => {
  const { blocks } = bank(100);
  const first = await reserved(blocks.reserve(workspace, 'a', 10));
  const large = blocks.reserve(workspace, 'a', 95);
  await turn();
  await turn();
  await blocks.release(first, 0);
  expect(await large).toMatchObject({ amount: 95 });
});

it('checks again when a block was returned while the account was found short', async () => {
  const { source, blocks } = bank(100);
  const { draw } = source;
  const first = await reserved(blocks.reserve(workspace, 'a', 60));
  const found = Promise.withResolvers<void>();
  source.draw = async () => {
    await found.promise;
    source.draw = draw;
    return null;
  };
  const second = blocks.reserve(workspace, 'a', 50);
  await blocks.release(first, 0);
  found.resolve();
  expect(await second).toMatchObject({ amount: 50 });
});

it('holds a block for each account of each workspace', async () => {
  const { state, blocks } = bank(1_000);
  const other = trustWorkspaceId('0197a000-0000-7000-8000-000000000002');
  const all = [
    await reserved(blocks.reserve(workspace, 'a', 1)),
    await reserved(blocks.reserve(workspace, 'b', 1)),
    await reserved(blocks.reserve(other, 'a', 1)),
  ];
  expect(state.draws).toBe(3);
  expect(all.map(({ block }) => [block.workspaceId, block.accountId])).toEqual([
    [workspace, 'a'],
    [workspace, 'b'],
    [other, 'a'],
  ]);
});

it('drops an account without characters held here, and no other', async () => {
  const { blocks } = bank(20, 10);
  const running = await reserved(blocks.reserve(workspace, 'a', 10));
  expect(await blocks.reserve(workspace, 'b', 11)).toBeNull();
  expect(blocks.size).toBe(1);
  await blocks.recall(() => true);
  expect(blocks.size).toBe(1);
  await blocks.release(running, 10);
  expect(blocks.size).toBe(0);
});

it('ignores a second release of a reservation', async () => {
  const { state, blocks } = bank(100);
  const running = await reserved(blocks.reserve(workspace, 'a', 30));
  await blocks.recall(() => true);
  await blocks.release(running, 30);
  await blocks.release(running, 0);
  expect(state).toMatchObject({ settled: ['lease 1'], available: 70 });
});

it('settles a recalled block when its last reservation ends, and not before', async () => {
  const { state, blocks } = bank(100);
  const running = await reserved(blocks.reserve(workspace, 'a', 30));
  await blocks.recall(() => true);
  expect(state.settled).toEqual([]);
  await blocks.release(running, 30);
  expect(state).toMatchObject({ settled: ['lease 1'], available: 70 });
});

it('recalls only the selected blocks', async () => {
  const { state, blocks } = bank(1_000);
  for (const account of ['a', 'b'])
    await blocks.release(await reserved(blocks.reserve(workspace, account, 1)), 1);
  await blocks.recall((block: Block) => block.accountId === 'a');
  expect(state.settled).toEqual(['lease 1']);
});

it('takes nothing from an expired block', async () => {
  const { state, blocks } = bank(1_000);
  await blocks.release(await reserved(blocks.reserve(workspace, 'a', 1)), 1);
  state.now += blockUseMs;
  await blocks.release(await reserved(blocks.reserve(workspace, 'a', 1)), 1);
  expect(state).toMatchObject({ draws: 2, settled: ['lease 1'] });
});

it('passes a failed draw to its caller and works again afterwards', async () => {
  const { source, blocks } = bank(100);
  const { draw } = source;
  source.draw = () => Promise.reject(new Error('no database'));
  const all = await Promise.allSettled([1, 2, 3].map(() => blocks.reserve(workspace, 'a', 10)));
  expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  source.draw = draw;
  expect(await blocks.reserve(workspace, 'a', 10)).not.toBeNull();
});

/** A step of one of several workers: reserve, wait a few turns, spend a share of it; or recall everything. */
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      amount: fc.nat(60),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
      turns: fc.nat(3),
    }),
  },
  { weight: 1, arbitrary: fc.constant('recall' as const) },
  { weight: 1, arbitrary: fc.constant('expire' as const) },
);

it('never overspends and settles exactly, whatever the interleaving', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.nat(300),
      fc.integer({ min: 1, max: 120 }),
      fc.array(fc.array(step, { maxLength: 8 }), { minLength: 1, maxLength: 6 }),
      async (balance, blockSize, workers) => {
        const { state, blocks } = bank(balance, blockSize);
        let spent = 0;
        const work = async (steps: (typeof workers)[number]) => {
          for (const it of steps) {
            if (it === 'recall') await blocks.recall(() => true);
            else if (it === 'expire') state.now += blockUseMs;
            else {
              const reservation = await blocks.reserve(workspace, 'a', it.amount);
              if (!reservation) continue;
              for (let i = 0; i < it.turns; i += 1) await turn();
              const part = Math.floor(it.amount * it.share);
              spent += part;
              expect(spent).toBeLessThanOrEqual(balance);
              await blocks.release(reservation, part);
            }
          }
        };
        await Promise.all(workers.map(work));
        await blocks.recall(() => true);
        expect(state.available).toBe(balance - spent);
        expect(state.settled).toHaveLength(new Set(state.settled).size);
      },
    ),
    { numRuns: 150 },
  );
});

it('refuses nothing that the account can pay when callers come one after another', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(200), fc.array(fc.nat(80), { maxLength: 12 }), async (balance, amounts) => {
      const { blocks } = bank(balance, 50);
      let left = balance;
      for (const amount of amounts) {
        const reservation = await blocks.reserve(workspace, 'a', amount);
        expect(reservation !== null).toBe(amount <= left);
        if (!reservation) continue;
        left -= amount;
        await blocks.release(reservation, amount);
      }
    }),
    { numRuns: 100 },
  );
});
