/** 12 bits: the number of ids within one millisecond. */
const places = 2 ** 12;

type Place = { ms: number; place: number };

/** Returns the next free place: ids of one millisecond count up from a random start (RFC 9562, 6.2, method 1). */
function nextPlace(latest: Place, now: number, start: number): Place {
  const ms = Math.floor(now);
  if (ms > latest.ms) return { ms, place: start % (places / 2) };
  if (latest.place + 1 < places) return { ms: latest.ms, place: latest.place + 1 };
  return { ms: latest.ms + 1, place: start % (places / 2) };
}

/** Returns a generator of ascending ids, even if the clock is set back. */
export function createIdSource(): (now?: number) => string {
  let latest: Place = { ms: 0, place: 0 };
  return (now = Date.now()) => {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    const view = new DataView(bytes.buffer);
    latest = nextPlace(latest, now, view.getUint16(6));
    view.setUint32(0, Math.floor(latest.ms / 2 ** 16));
    view.setUint16(4, latest.ms % 2 ** 16);
    view.setUint16(6, 0x7000 | latest.place);
    view.setUint8(8, 0x80 | (view.getUint8(8) & 0x3f));
    const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  };
}

/**
 * Returns a new UUIDv7 (RFC 9562, section 5.7); later ones sort after earlier ones. The page's only source of ids:
 * `crypto.randomUUID` is missing on pages served over plain HTTP, `crypto.getRandomValues` is not.
 *
 * @param now ms since the epoch
 */
export const newId = createIdSource();
