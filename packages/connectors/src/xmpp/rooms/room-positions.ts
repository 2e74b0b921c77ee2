/** The position up to which each room was read, stored in the account's cursor beside the archive's position. */
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { ConnectorHost } from '../../spec.ts';

const positionShape = z.object({
  /** The last stored message of the room's archive; null: the room keeps none, or it was empty. */
  after: z.string().nullable(),
  /** The time of the last stored message. */
  at: z.number(),
  /**
   * The account's own name there, and its id if the room assigns ids to occupants. Absent: the account has not been in the room
   * since this field was introduced.
   */
  own: z.object({ nick: z.string(), id: z.string().nullable() }).optional(),
});
export type RoomPosition = z.output<typeof positionShape>;
export type OwnOccupant = NonNullable<RoomPosition['own']>;

const roomsShape = z.object({ rooms: z.record(z.string(), positionShape) });

export type RoomPositions = {
  /** Returns undefined if the account has never been in this room. */
  get(room: string): RoomPosition | undefined;
  set(room: string, position: Omit<RoomPosition, 'own'>): void;
  /** Identifies the account's own messages in a later import of the room's history; saved with the next position. */
  setOwn(room: string, own: OwnOccupant): void;
  forget(room: string): void;
  /** Returns the rooms with a position. */
  all(): string[];
  /** Resolves when all positions are durable or their saving has failed; then messages are repeated, which changes nothing. */
  settled(): Promise<void>;
};

type StoredCursor = ConnectorHost['cursor'];

/** Maximum number of rooms with a position. Beyond it, the rooms without messages for the longest time count as new. */
const maxPositions = 200;

/**
 * Splits an account's cursor: returns the cursor of the account's archive, and the positions in rooms, which are saved with it.
 * Pending changes are saved together, as rooms may be busy.
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
  /** Serializes the saves: an older state must not be written last. */
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
    // Requires a position in the account's own archive first: otherwise all messages would count as history.
    positions: {
      ...createPositions(rooms, () => main !== null && saveSoon()),
      settled: () => saving,
    },
  };
}

/** Keeps positions in memory; `onChange` is called after each change. */
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
      if (rooms.size > maxPositions && oldest !== undefined) rooms.delete(oldest);
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
