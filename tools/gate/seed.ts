/**
 * Runs before each test file: derives all random values, including those of the code under test, from the run's seed, the
 * file's name and the test, so that a run that failed by chance fails again with its seed. Each test starts a separate
 * sequence, because the values that libraries draw while loading depend on the worker's earlier files.
 */
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import fc from 'fast-check';
import { beforeEach, expect, inject } from 'vitest';
import { seededRandom } from './seeded-random.ts';

const seed = inject('seed');
const { testPath } = expect.getState();
if (testPath === undefined) throw new Error('the seed of a test file needs its path');
const file = testPath;
let random = seededRandom(seed, file);

beforeEach(({ task }) => {
  random = seededRandom(seed, file, task.id);
});

const fraction = () => random.fraction();
const randomUUID = () => random.uuid();

function getRandomValues<T extends NodeJS.TypedArray>(values: T): T {
  Buffer.from(values.buffer, values.byteOffset, values.byteLength).set(random.bytes(values.byteLength));
  return values;
}

Math.random = fraction;
Object.assign(globalThis.crypto, { randomUUID, getRandomValues });
Object.assign(crypto, {
  randomUUID,
  randomBytes: (count: number, done?: (error: null, made: Buffer) => void) => {
    const made = random.bytes(count);
    return done === undefined ? made : done(null, made);
  },
  randomInt: (first: number, second?: number) => {
    const [least, limit] = second === undefined ? [0, first] : [first, second];
    return least + Math.floor(fraction() * (limit - least));
  },
});
syncBuiltinESMExports();

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });
