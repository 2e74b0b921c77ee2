/**
 * A UUIDv7 (RFC 9562, section 5.7). Written out because `crypto.randomUUID` is missing on pages without TLS.
 *
 * @param now ms since the epoch
 * @param bytes ten random bytes
 */
export function uuidv7(now: number, bytes: Uint8Array): string {
  const random = Array.from(bytes.subarray(0, 10));
  random[0] = ((random[0] ?? 0) & 0x0f) | 0x70;
  random[2] = ((random[2] ?? 0) & 0x3f) | 0x80;
  const tail = random.map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const hex = Math.floor(now).toString(16).padStart(12, '0').slice(-12) + tail;
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
