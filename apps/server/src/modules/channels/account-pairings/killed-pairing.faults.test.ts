/** Kills processes at each step of a pairing. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { until } from '@parley/testing';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type PairingHarness, pairedEvent, startPairingHarness } from './testing/pairing-harness.ts';

const program = fileURLToPath(new URL('./testing/pairing-process.ts', import.meta.url));
let harness: PairingHarness;
const running = new Set<ChildProcess>();
beforeAll(async () => {
  harness = await startPairingHarness();
});
afterEach(async () => {
  await Promise.all([...running].map(kill));
});
afterAll(() => harness.close());

async function kill(child: ChildProcess): Promise<void> {
  running.delete(child);
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

type People = Awaited<ReturnType<PairingHarness['insertPeople']>>;

/** Resolves once the process has reached the place. */
async function pairUpTo(people: People, place: string) {
  const child = spawn(process.execPath, [program, harness.url, JSON.stringify(people), place], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  running.add(child);
  const printed = new Set<string>();
  for await (const line of createInterface({ input: child.stdout })) {
    printed.add(line);
    if (printed.size === 2) break;
  }
  const [id = ''] = [...printed].filter((line) => line !== place);
  expect([...printed]).toContain(place);
  return { child, id };
}

it.each(['waiting', 'code', 'scanned'])(
  'loses only the pairing in a process that is killed at this step: %s',
  async (place) => {
    const people = await harness.insertPeople();
    const { child, id } = await pairUpTo(people, place);
    const left = harness.visit(people, id);
    expect(await left.row()).toMatchObject({ state: place });
    await kill(child);
    // Other processes still see a valid lease.
    expect(await left.now()).toMatchObject({ state: place });
    await left.change("leased_until = now() - interval '1 s'");
    expect(await left.now()).toMatchObject({ state: 'interrupted', code: null });
    expect(await left.row()).toMatchObject({ state: 'interrupted', code: null });
    expect(await left.accounts()).toEqual([]);
    const again = await harness.pairIn(people, async function* () {
      yield pairedEvent();
    });
    await expect.poll(() => again.accounts(), { timeout: 20_000 }).toEqual([{ id: 'phone-1' }]);
  },
);

it('stores nothing of a process that is killed while storing the account', async () => {
  const people = await harness.insertPeople();
  const { child, id } = await pairUpTo(people, 'scanned');
  const left = harness.visit(people, id);
  const release = await left.lock();
  child.stdin.write('go on');
  await until('the transaction', async () => (await left.waiting()).length > 0);
  await kill(child);
  await release("leased_until = now() - interval '1 s'");
  expect(await left.now()).toMatchObject({ state: 'interrupted' });
  expect(await left.accounts()).toEqual([]);
});

it('keeps the account of a process that is killed after storing it', async () => {
  const people = await harness.insertPeople();
  const { child, id } = await pairUpTo(people, 'stored');
  await kill(child);
  const left = harness.visit(people, id);
  expect(await left.now()).toMatchObject({ state: 'paired', code: null });
  expect(await left.accounts()).toEqual([{ id: 'phone-1' }]);
});
