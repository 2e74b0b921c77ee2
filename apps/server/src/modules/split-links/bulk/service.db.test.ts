/** Many split links created by one request. */
import { randomUUID } from 'node:crypto';
import { bulkLimits } from '@parley/contract/split-links';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { systemClock } from '../../../base/clock.ts';
import { countLinks } from '../queries.ts';
import { findTakenNames } from '../store.ts';
import {
  formOf,
  type SplitLinksHarness,
  type SplitLinksWorld,
  startSplitLinksHarness,
} from '../testing/split-links-harness.ts';
import { createSplitLinks, readBatch } from './service.ts';

let harness: SplitLinksHarness;
let world: SplitLinksWorld;
beforeAll(async () => {
  harness = await startSplitLinksHarness();
});
afterAll(() => harness.close());
beforeEach(async () => {
  world = await harness.workspace();
});

const urls = ['https://t.me/ana', 'https://t.me/ben'];
function create(names: readonly string[], batchId: string = randomUUID()) {
  const { name: _, targets: __, ...settings } = formOf({ remark: 'Leaflets' });
  const links = names.map((name) => ({ name, urls }));
  return createSplitLinks({ database: harness.database, clock: systemClock }, world.caller, {
    ...settings,
    batchId,
    links,
  });
}
const total = () => countLinks(harness.database, world.workspaceId);
const taken = (...names: string[]) => findTakenNames(harness.database, world.workspaceId, names);
const nameTaken = expect.objectContaining({ error: 'split-link.name-taken' });

it('creates many links at once, and none when the request is repeated', async () => {
  const [names, batchId] = [['Leaflet 1', 'Leaflet 2', 'Leaflet 3'], randomUUID()];
  const answers = await Promise.all([create(names, batchId), create(names, batchId)]);
  expect(answers[0]).toEqual(answers[1]);
  expect(answers[0].map(({ name, targetCount, remark }) => [name, targetCount, remark])).toEqual(
    names.map((name) => [name, 2, 'Leaflets']),
  );
  expect(await total()).toBe(3);
  expect(await world.audited()).toEqual(Array(3).fill('split-link.created'));
});

it('returns the links of a request to their workspace only', async () => {
  const batchId = randomUUID();
  const made = await create(['Leaflet 1'], batchId);
  const batchOf = ({ workspaceId }: SplitLinksWorld) => readBatch(harness, workspaceId, batchId);
  expect(await batchOf(world)).toEqual(made);
  await world.remove(made.map(({ id }) => id));
  expect(await batchOf(world)).toEqual([]);
  await expect(batchOf(await harness.workspace())).rejects.toMatchObject({ error: 'split-link.not-found' });
});

it('creates none of the links if one can’t be created', async () => {
  await create(['Leaflet 2']);
  const names = ['Leaflet 1', 'LEAFLET 2'];
  expect(await taken(...names)).toEqual([1]);
  await expect(create(names)).rejects.toEqual(nameTaken);
  expect(await total()).toBe(1);
});

it.each([
  ['ΟΔΟΣ', 'οδοσ'],
  ['İzmir', 'izmir'],
])('takes %s and %s for one name, as the database does', async (name, other) => {
  await expect(create([name, other])).rejects.toEqual(nameTaken);
  await create([name]);
  expect([await taken('A', other), await taken('A', name)]).toEqual([[1], [1]]);
  expect(await taken('A', 'B', 'a')).toEqual([2]);
});

it('creates as many links as one request takes', async () => {
  const names = Array.from({ length: bulkLimits.links }, (_, at) => `Leaflet ${at}`);
  expect((await create(names)).map(({ name }) => name)).toEqual(names);
});
