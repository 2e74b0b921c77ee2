import { describe, expect, it } from 'vitest';
import { trustWorkspaceId } from '../../../base/ids.ts';
import { createPositions } from './positions.ts';

const workspaceId = trustWorkspaceId('01980d5e-7c1a-7000-8000-000000000001');
const link = { workspaceId, linkId: 'spring' };

/** `stored`: the positions in the database. */
function setUp(stored: Record<string, number> = {}, most?: number) {
  const reads: string[][] = [];
  const saves: number[] = [];
  let isAway = false;
  const positions = createPositions({
    async read(links) {
      reads.push(links.map(({ linkId }) => linkId));
      return new Map(Object.entries(stored));
    },
    async save(moved) {
      if (isAway) throw new Error('no database');
      saves.push(moved.length);
      for (const { linkId, position } of moved) stored[linkId] = position;
    },
    ...(most === undefined ? {} : { most }),
  });
  const breakDatabase = (away: boolean) => {
    isAway = away;
  };
  return { positions, stored, reads, saves, breakDatabase };
}

describe('positions', () => {
  it('continues from the stored position, which is read once for concurrent visitors', async () => {
    const { positions, reads } = setUp({ spring: 7 });
    expect(positions.next(link)).toBeNull();
    expect(await Promise.all([positions.load(link), positions.load(link)])).toEqual([true, true]);
    expect([positions.next(link), positions.next(link)]).toEqual([7, 8]);
    expect(reads).toEqual([['spring']]);
  });

  it('stores positions that have moved, and retries after a failure', async () => {
    const { positions, stored, breakDatabase } = setUp();
    await positions.load(link);
    positions.next(link);
    breakDatabase(true);
    await expect(positions.store()).rejects.toThrow('no database');
    positions.next(link);
    breakDatabase(false);
    await positions.store();
    expect(stored).toEqual({ spring: 2 });
  });

  it('discards a position read before other processes took turns', async () => {
    const { positions, stored } = setUp();
    const loading = positions.load(link);
    positions.drop();
    stored.spring = 5;
    expect(await loading).toBe(false);
    expect(await positions.load(link)).toBe(true);
    expect(positions.next(link)).toBe(5);
  });

  it('stores moved positions in parts, each link once', async () => {
    const { positions, stored, saves } = setUp();
    const links = Array.from({ length: 1_200 }, (_, at) => ({ workspaceId, linkId: `link ${at}` }));
    await Promise.all(links.map((one) => positions.load(one)));
    for (const one of links) positions.next(one);
    await positions.store();
    await positions.store();
    expect(saves).toEqual([500, 500, 200]);
    expect(Object.keys(stored)).toHaveLength(1_200);
  });

  it('stores a released link before its turns are taken elsewhere', async () => {
    const { positions, stored } = setUp();
    await positions.load(link);
    positions.next(link);
    await positions.release('spring');
    expect([stored, positions.next(link)]).toEqual([{ spring: 1 }, null]);
  });

  it('evicts idle links when others need room, but none that still has to be stored', async () => {
    const { positions, breakDatabase } = setUp({}, 1);
    const autumn = { ...link, linkId: 'autumn' };
    const storeTimes = async (stores: number) => {
      for (let at = 0; at < stores; at += 1) await positions.store().catch(() => undefined);
    };
    await positions.load(link);
    positions.next(link);
    await storeTimes(60);
    expect(await positions.load(autumn)).toBe(false);
    await storeTimes(1_000);
    breakDatabase(true);
    expect(positions.next(link)).toBe(1);
    await storeTimes(61);
    expect(await positions.load(autumn)).toBe(false);
    breakDatabase(false);
    await storeTimes(1);
    expect(await positions.load(autumn)).toBe(true);
    expect([positions.next(link), positions.next(autumn)]).toEqual([null, 0]);
  });
});
