/**
 * The positions of rotations that this process alone gives out: read once, counted on in memory, and stored every second. A
 * killed process repeats the turns of its last second.
 */
import { Batches } from '../../../base/batches.ts';
import type { LinkKey, Position } from './store.ts';

/** Rotations that are kept at a time; further ones stay in the database. */
const mostKept = 100_000;
/** A rotation that was not used between so many stores makes room for others: a crowd that comes back shouldn't wait for it. */
const idleStores = 60;
/** Rotations that one statement stores. */
const mostSaved = 500;

export type Positions = {
  /** Returns the next turn of a link; null: it isn't kept here. */
  next(link: LinkKey): number | null;
  /** Reads the position of a link. False: there is no room for it, or the positions were dropped meanwhile. */
  load(link: LinkKey): Promise<boolean>;
  /** Stores what has moved. */
  store(): Promise<void>;
  /** Stores a link's position and keeps it no more. */
  release(linkId: string): Promise<void>;
  /** Drops all: others give out turns too. */
  drop(): void;
};

/** `usedIn`: the number of stores before it was used last. */
type Rotation = LinkKey & { position: number; usedIn: number };

type Options = {
  read(links: readonly LinkKey[]): Promise<Map<string, number>>;
  /** Never moves a position back. */
  save(positions: readonly Position[]): Promise<void>;
  most?: number;
};

/** Visitors come in between. What is stored as it stands is taken out of `moved`. */
async function saveInParts(
  save: Options['save'],
  rotations: readonly Rotation[],
  moved: Set<Rotation>,
): Promise<void> {
  for (let at = 0; at < rotations.length; at += mostSaved) {
    const part = rotations.slice(at, at + mostSaved).map((rotation) => ({ ...rotation, rotation }));
    await save(part);
    for (const { rotation, position } of part) if (rotation.position === position) moved.delete(rotation);
  }
}

/** Reads at once the positions that are asked for at a time. A link without turns is at its beginning. */
const createReader = (read: Options['read']) =>
  new Batches<LinkKey, number>({
    async run(links) {
      const found = await read(links);
      return links.map(({ linkId }) => found.get(linkId) ?? 0);
    },
    failsAll: () => true,
  });

/** Drops what was last used in an earlier store than this. What has moved is kept until it is stored. */
function dropUnused(kept: Map<string, Rotation>, moved: ReadonlySet<Rotation>, since: number): void {
  for (const rotation of kept.values())
    if (rotation.usedIn < since && !moved.has(rotation)) kept.delete(rotation.linkId);
}

export function createPositions({ read, save, most = mostKept }: Options): Positions {
  let kept = new Map<string, Rotation>();
  /** Those that have given out turns which aren't stored. */
  let moved = new Set<Rotation>();
  let stores = 0;
  /** The number of stores before room was made last. */
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
