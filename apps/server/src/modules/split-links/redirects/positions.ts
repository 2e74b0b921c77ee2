/**
 * Positions of the rotations that this process alone advances: read once, incremented in memory, and stored every second. After a
 * kill, the turns of the last second are repeated.
 */
import { Batches } from '../../../base/batches.ts';
import type { LinkKey, Position } from './store.ts';

/** Maximum number of rotations in memory; others stay in the database. */
const maxKept = 100_000;
/** A rotation unused for this many stores may be evicted; until then returning visitors find it in memory. */
const idleStores = 60;
/** Rotations stored per statement. */
const maxSaved = 500;

export type Positions = {
  /** Returns the next turn of a link, or null if its rotation isn't in memory. */
  next(link: LinkKey): number | null;
  /** Reads a link's position. Returns false if there is no room, or if the positions were dropped meanwhile. */
  load(link: LinkKey): Promise<boolean>;
  /** Stores the positions that have moved. */
  store(): Promise<void>;
  /** Stores a link's position and evicts it. */
  release(linkId: string): Promise<void>;
  /** Drops all positions, because other processes are to take turns too. */
  drop(): void;
};

/** `usedIn`: the number of stores before its last use. */
type Rotation = LinkKey & { position: number; usedIn: number };

type Options = {
  read(links: readonly LinkKey[]): Promise<Map<string, number>>;
  /** Never moves a position back. */
  save(positions: readonly Position[]): Promise<void>;
  most?: number;
};

/** Positions may advance during a save; only those stored at their present value are removed from `moved`. */
async function saveInParts(
  save: Options['save'],
  rotations: readonly Rotation[],
  moved: Set<Rotation>,
): Promise<void> {
  for (let at = 0; at < rotations.length; at += maxSaved) {
    const part = rotations.slice(at, at + maxSaved).map((rotation) => ({ ...rotation, rotation }));
    await save(part);
    for (const { rotation, position } of part) if (rotation.position === position) moved.delete(rotation);
  }
}

/** Batches concurrent reads of positions into one statement. A link without turns starts at 0. */
const createReader = (read: Options['read']) =>
  new Batches<LinkKey, number>({
    async run(links) {
      const found = await read(links);
      return links.map(({ linkId }) => found.get(linkId) ?? 0);
    },
    failsAll: () => true,
  });

/** Evicts rotations last used before the store `since`. Those not stored yet are kept. */
function dropUnused(kept: Map<string, Rotation>, moved: ReadonlySet<Rotation>, since: number): void {
  for (const rotation of kept.values())
    if (rotation.usedIn < since && !moved.has(rotation)) kept.delete(rotation.linkId);
}

export function createPositions({ read, save, most = maxKept }: Options): Positions {
  let kept = new Map<string, Rotation>();
  /** Rotations with turns that aren't stored yet. */
  let moved = new Set<Rotation>();
  let stores = 0;
  /** The value of `stores` at the last eviction. */
  let clearedAt = -1;
  const reading = new Map<string, Promise<number>>();
  const reader = createReader(read);

  const saveAll = (rotations: readonly Rotation[]) => saveInParts(save, rotations, moved);

  function hasRoom(): boolean {
    if (kept.size >= most && clearedAt < stores) {
      clearedAt = stores;
      dropUnused(kept, moved, stores - idleStores);
    }
    return kept.size < most;
  }

  return {
    next({ linkId }) {
      const rotation = kept.get(linkId);
      if (rotation === undefined) return null;
      rotation.usedIn = stores;
      const turn = rotation.position;
      rotation.position += 1;
      moved.add(rotation);
      return turn;
    },
    async load(link) {
      const into = kept;
      if (!hasRoom()) return false;
      const read = reading.get(link.linkId) ?? reader.add(link).finally(() => reading.delete(link.linkId));
      reading.set(link.linkId, read);
      const position = await read;
      if (into !== kept) return false;
      if (!kept.has(link.linkId)) kept.set(link.linkId, { ...link, position, usedIn: stores });
      return true;
    },
    async store() {
      stores += 1;
      await saveAll([...moved]);
    },
    async release(linkId) {
      const rotation = kept.get(linkId);
      if (rotation === undefined) return;
      kept.delete(linkId);
      if (moved.has(rotation)) await saveAll([rotation]);
    },
    drop() {
      kept = new Map();
      moved = new Set();
      reading.clear();
    },
  };
}
