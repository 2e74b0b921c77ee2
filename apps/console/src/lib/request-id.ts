import { useRef } from 'react';

/**
 * A UUIDv7 (RFC 9562, section 5.7): 48 bits of milliseconds, then random bits.
 *
 * @param now milliseconds since the epoch
 */
export function requestId(now = Date.now()): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const view = new DataView(bytes.buffer);
  view.setUint32(0, Math.floor(now / 2 ** 16));
  view.setUint16(4, now % 2 ** 16);
  view.setUint8(6, 0x70 | (view.getUint8(6) & 0x0f));
  view.setUint8(8, 0x80 | (view.getUint8(8) & 0x3f));
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/**
 * One id for each different content: pressing again after a lost answer repeats the request, which then does
 * nothing more; after a correction it is a new one.
 */
export function useIdPerContent(): (content: string) => string {
  const made = useRef(new Map<string, string>());
  return (content) => {
    const known = made.current.get(content) ?? requestId();
    made.current.set(content, known);
    return known;
  };
}
