/**
 * The positions of rotations that this process alone gives out: read once, counted on in memory, and stored every second. A
 * killed process repeats the turns of its last second.
 */
import { Batches } from '../../../base/batches.ts';
import type { LinkKey, Position } from './store.ts';

/** Rotations that are kept at a time; further ones stay in the database. */
const mostKept = 100_000;
/** A rotation that was not used between so many stores is dropped. */
const idleStores = 60;

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

type Rotation = LinkKey & { position: number; stored: number; idle: number };

type Rows = {
  read(links: readonly LinkKey[]): Promise<Map<string, number>>;
  /** Never moves a position back. */
  save(positions: readonly Position[]): Promise<void>;
};

export function createPositions({ read, save }: Rows): Positions {
  let kept = new Map<string, Rotation>();
  const reading = new Map<string, Promise<number>>();
  const reader = new Batches<LinkKey, number>({
    async run(links) {
      const found = await read(links);
      return links.map(({ linkId }) => found.get(linkId) ?? 0);
    },
    failsAll: () => true,
  });

  async function saveAll(rotations: readonly Rotation[]): Promise<void> {
    const moved = rotations.map((rotation) => ({ rotation, position: rotation.position }));
    if (moved.length === 0) return;
    await save(moved.map(({ rotation, position }) => ({ ...rotation, position })));
    for (const { rotation, position } of moved) rotation.stored = position;
  }

  return {
    next({ linkId }) {
      const rotation = kept.get(linkId);
      if (rotation === undefined) return null;
      rotation.idle = 0;
      const turn = rotation.position;
      rotation.position += 1;
      return turn;
    },
    async load(link) {
      const into = kept;
      if (into.size >= mostKept) return false;
      const read = reading.get(link.linkId) ?? reader.add(link).finally(() => reading.delete(link.linkId));
      reading.set(link.linkId, read);
      const position = await read;
      if (into !== kept) return false;
      if (!kept.has(link.linkId)) kept.set(link.linkId, { ...link, position, stored: position, idle: 0 });
      return true;
    },
    async store() {
      const moved: Rotation[] = [];
      for (const rotation of kept.values()) {
        rotation.idle += 1;
        if (rotation.position > rotation.stored) moved.push(rotation);
        else if (rotation.idle > idleStores) kept.delete(rotation.linkId);
      }
      await saveAll(moved);
    },
    async release(linkId) {
      const rotation = kept.get(linkId);
      if (rotation === undefined) return;
      kept.delete(linkId);
      await saveAll([rotation]);
    },
    drop() {
      kept = new Map();
      reading.clear();
    },
  };
}
