import { randomBytes, randomUUID } from 'node:crypto';
import { expect, inject, test } from 'vitest';
import tests from '../../vitest.config.ts';
import journeys from '../../vitest.e2e.config.ts';
import { runSeed } from './run-seed.ts';
import { seededRandom } from './seeded-random.ts';
import { ShuffledProjects } from './sequencer.ts';

const projects = (tests.test?.projects ?? []).flatMap((project) =>
  typeof project === 'object' && 'test' in project ? [project.test ?? {}] : [],
);

test('every project takes its random values from the seed of the run', () => {
  expect(projects.map(({ name }) => name)).toEqual(['unit', 'db', 'faults', 'web']);
  for (const { provide, setupFiles } of [...projects, journeys.test ?? {}]) {
    expect(setupFiles).toContain('tools/gate/seed.ts');
    expect(provide).toMatchObject({ seed: runSeed });
  }
});

test('both runners take the order of their files from the seed of the run', () => {
  for (const { test: config } of [tests, journeys])
    expect(config?.sequence).toEqual({ seed: runSeed, sequencer: ShuffledProjects });
});

test('random values follow from the seed, the file and the test', ({ task }) => {
  const random = seededRandom(inject('seed'), import.meta.filename, task.id);
  expect(crypto.randomUUID()).toBe(random.uuid());
  expect(randomUUID()).toBe(random.uuid());
  expect(Math.random()).toBe(random.fraction());
  expect(randomBytes(8)).toEqual(random.bytes(8));
  expect(crypto.getRandomValues(new Uint8Array(8))).toEqual(Uint8Array.from(random.bytes(8)));
});
