import { describe, expect, it } from 'vitest';
import { trustWorkspaceId } from './ids.ts';
import { createVersionedCache } from './versioned-cache.ts';

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('createVersionedCache', () => {
  const [one, other] = [trustWorkspaceId('one'), trustWorkspaceId('other')];

  it('reads a version once, and a later one again', async () => {
    let reads = 0;
    const cached = createVersionedCache<{ weight: number; read: number }>();
    const read = async () => {
      reads += 1;
      return { weight: 1, read: reads };
    };
    const first = await Promise.all([cached(one, 1, read), cached(one, 1, read)]);
    expect(first[0]).toBe(first[1]);
    expect((await cached(one, 2, read)).read).toBe(2);
    expect(reads).toBe(2);
  });

  it('reads one version of a workspace at a time, and of those requested meanwhile the last', async () => {
    const cached = createVersionedCache<{ weight: number; version: number }>();
    const begun: number[] = [];
    const ends: (() => void)[] = [];
    const use = (version: number) =>
      cached(one, version, () => {
        begun.push(version);
        return new Promise((resolve) => ends.push(() => resolve({ weight: 1, version })));
      });
    const first = use(1);
    const later = [use(4), use(2), use(3)];
    await settled();
    expect(begun).toEqual([1]);
    ends[0]?.();
    expect((await first).version).toBe(1);
    await settled();
    ends[1]?.();
    expect((await Promise.all(later)).map(({ version }) => version)).toEqual([4, 4, 4]);
    expect(begun).toEqual([1, 4]);
  });

  it('reads a later version although an earlier one could not be read', async () => {
    const cached = createVersionedCache<{ weight: number }>();
    const failed = cached(one, 1, async () => {
      throw new Error('gone');
    });
    const later = cached(one, 2, async () => ({ weight: 7 }));
    await expect(failed).rejects.toThrow('gone');
    expect(await later).toEqual({ weight: 7 });
  });

  it('evicts the least recently used workspace when the total is too heavy', async () => {
    const reads: string[] = [];
    const cached = createVersionedCache<{ weight: number }>(150);
    const use = (workspaceId: typeof one) =>
      cached(workspaceId, 1, async () => {
        reads.push(workspaceId);
        return { weight: 100 };
      });
    await use(one);
    await use(other);
    await use(other);
    await use(one);
    expect(reads).toEqual(['one', 'other', 'one']);
  });

  it('reads again after a read that failed', async () => {
    const cached = createVersionedCache<{ weight: number }>();
    const failed = cached(one, 1, async () => {
      throw new Error('gone');
    });
    await expect(failed).rejects.toThrow('gone');
    expect(await cached(one, 1, async () => ({ weight: 7 }))).toEqual({ weight: 7 });
  });
});
