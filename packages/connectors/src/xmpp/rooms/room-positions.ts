/** The position up to which each room was read, in the account's cursor beside the position in its own archive. */
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { ConnectorHost } from '../../spec.ts';

const positionShape = z.object({
  /** The last message of the room's archive that was stored; null: it keeps none, or there was none. */
  after: z.string().nullable(),
  /** The time of the last message that was stored. */
  at: z.number(),
  /** The account's own name there, and its id where the room names occupants. Absent: it was not there since this is kept. */
  own: z.object({ nick: z.string(), id: z.string().nullable() }).optional(),
});
export type RoomPosition = z.output<typeof positionShape>;
export type OwnOccupant = NonNullable<RoomPosition['own']>;

const roomsShape = z.object({ rooms: z.record(z.string(), positionShape) });

export type RoomPositions = {
  /** Undefined: the account was never in this room. */
  get(room: string): RoomPosition | undefined;
  set(room: string, position: Omit<RoomPosition, 'own'>): void;
  /** By which an import of the room's history knows the account's own messages; saved with the next position. */
  setOwn(room: string, own: OwnOccupant): void;
  forget(room: string): void;
  /** The rooms that have one. */
  all(): string[];
  /** Resolves when all positions are durable, or couldn't be saved: then messages come again, which changes nothing. */
  settled(): Promise<void>;
};

type StoredCursor = ConnectorHost['cursor'];

/** Rooms that positions are kept of; of more, those that were not written in for the longest are read as if they were new. */
const mostPositions = 200;

/**
 * Divides an account's cursor: returns the one of the account's archive, and the positions in rooms, which are saved with it. What
 * waits to be saved is saved at once, as rooms may be busy.
 */
export async function divideCursor(
  cursor: StoredCursor,
): Promise<{ main: StoredCursor; positions: RoomPositions }> {
  let main: string | null = await cursor.load();
  const rooms = new Map(Object.entries(roomsShape.safeParse(parsed(main)).data?.rooms ?? {}));
  let saving: Promise<void> = Promise.resolve();
  let waits = false;

  const write = async () => {
    waits = false;
    const own = parsed(main);
    const fields = typeof own === 'object' && own !== null ? own : {};
    await cursor.save(
      JSON.stringify({ ...fields, ...(rooms.size > 0 ? { rooms: Object.fromEntries(rooms) } : {}) }),
    );
  };
  /** Saves of the two follow each other: an older one must not come last. */
  const save = () => {
    const mine = saving.then(write);
    saving = mine.catch(() => undefined);
    return mine;
  };
  const saveSoon = () => {
    if (waits) return;
    waits = true;
    void save().catch(() => undefined);
  };
  return {
    main: {
      load: async () => main,
      save(value) {
        main = value;
        return save();
      },
    },
    // A position in the account's own archive comes first: without it all would be taken for history.
    positions: {
      ...createPositions(rooms, () => main !== null && saveSoon()),
      settled: () => saving,
    },
  };
}

/** Positions in memory; `onChange` is called after each change. */
function createPositions(
  rooms: Map<string, RoomPosition>,
  onChange: () => void,
): Omit<RoomPositions, 'settled'> {
  const owns = new Map(
    [...rooms].flatMap(([room, { own }]) => (own === undefined ? [] : [[room, own] as const])),
  );
  return {
    get: (room) => rooms.get(room),
    set(room, position) {
      const own = owns.get(room);
      rooms.delete(room);
      rooms.set(room, { ...position, ...(own === undefined ? {} : { own }) });
      const [oldest] = rooms.keys();
      if (rooms.size > mostPositions && oldest !== undefined) rooms.delete(oldest);
      onChange();
    },
    setOwn(room, own) {
      owns.set(room, own);
      const known = rooms.get(room);
      if (known === undefined || isDeepStrictEqual(known.own, own)) return;
      rooms.set(room, { ...known, own });
      onChange();
    },
    forget(room) {
      owns.delete(room);
      if (rooms.delete(room)) onChange();
    },
    all: () => [...rooms.keys()],
  };
}

function parsed(saved: string | null): unknown {
  try {
    return JSON.parse(saved ?? 'null');
  } catch {
    return null;
  }
}
