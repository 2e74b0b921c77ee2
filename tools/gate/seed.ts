/**
 * Runs before each test file: all its random values come from the run's seed and the file's name, so that a run that
 * failed by chance fails again with its seed. Those of the code under test do too.
 */
import crypto, { createCipheriv, createHash } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import fc from 'fast-check';
import { expect, inject } from 'vitest';

const seed = inject('seed');
const key = createHash('sha256').update(`${seed} ${expect.getState().testPath}`).digest();
const stream = createCipheriv('aes-256-ctr', key, Buffer.alloc(16));
const bytes = (count: number): Buffer => stream.update(Buffer.alloc(count));

/** [0, 1) */
const fraction = () => bytes(6).readUIntBE(0, 6) / 2 ** 48;

function randomUUID(): ReturnType<typeof crypto.randomUUID> {
  const id = bytes(16);
  id.writeUInt8(0x40 | (id.readUInt8(6) & 0x0f), 6);
  id.writeUInt8(0x80 | (id.readUInt8(8) & 0x3f), 8);
  const [, a, b, c, d, e] = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/.exec(id.toString('hex')) ?? [];
  return `${a}-${b}-${c}-${d}-${e}`;
}

function getRandomValues<T extends NodeJS.TypedArray>(values: T): T {
  Buffer.from(values.buffer, values.byteOffset, values.byteLength).set(bytes(values.byteLength));
  return values;
}

Math.random = fraction;
Object.assign(globalThis.crypto, { randomUUID, getRandomValues });
Object.assign(crypto, {
  randomUUID,
  randomBytes: (count: number, done?: (error: null, made: Buffer) => void) => {
    const made = bytes(count);
    return done === undefined ? made : done(null, made);
  },
  randomInt: (first: number, second?: number) => {
    const [least, limit] = second === undefined ? [0, first] : [first, second];
    return least + Math.floor(fraction() * (limit - least));
  },
});
syncBuiltinESMExports();

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });
