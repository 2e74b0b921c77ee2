import { createCipheriv, createHash } from 'node:crypto';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');

/**
 * Returns random values derived from the run's seed, the file and the part of it that draws them.
 *
 * @param file absolute; only its path below the repository counts, so that a seed means the same in another folder
 * @param part a test of the file; empty outside of its tests
 */
export function seededRandom(seed: number, file: string, part = '') {
  const key = createHash('sha256')
    .update(`${seed} ${path.relative(root, file)} ${part}`)
    .digest();
  const stream = createCipheriv('aes-256-ctr', key, Buffer.alloc(16));
  const bytes = (count: number): Buffer => stream.update(Buffer.alloc(count));

  return {
    bytes,
    /** From 0 up to, but not including, 1. */
    fraction: () => bytes(6).readUIntBE(0, 6) / 2 ** 48,
    uuid(): ReturnType<typeof crypto.randomUUID> {
      const id = bytes(16);
      id.writeUInt8(0x40 | (id.readUInt8(6) & 0x0f), 6);
      id.writeUInt8(0x80 | (id.readUInt8(8) & 0x3f), 8);
      const [, a, b, c, d, e] = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/.exec(id.toString('hex')) ?? [];
      return `${a}-${b}-${c}-${d}-${e}`;
    },
  };
}
