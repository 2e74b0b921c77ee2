import { describe, expect, it } from 'vitest';
import { trustWorkspaceId } from './ids.ts';
import { createVersionedCache } from './versioned-cache.ts';

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

  it('forgets the workspace that was used longest ago when all are too heavy', async () => {
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
