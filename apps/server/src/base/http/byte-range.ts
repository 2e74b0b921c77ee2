/** Range requests (RFC 9110, section 14). */

export type RequestedRange =
  | { kind: 'whole' }
  | { kind: 'part'; first: number; last: number }
  | { kind: 'unsatisfiable' };

/**
 * Reads `Range` and `If-Range`. Multiple ranges, other units and unparsable values get the whole file, as the RFC
 * permits. `If-Range` with anything but the current entity tag means that the client has another version.
 *
 * @param size the bytes of the file, at least 1
 */
export function requestedRange(
  { range, ifRange }: { range: string | undefined; ifRange: string | undefined },
  { size, tag }: { size: number; tag: string },
): RequestedRange {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(range?.trim() ?? '');
  if (match === null || (ifRange !== undefined && ifRange !== tag)) return { kind: 'whole' };
  const [, from = '', to = ''] = match;
  if (from === '') return to === '' ? { kind: 'whole' } : lastBytes(Number(to), size);
  const first = Number(from);
  if (to !== '' && Number(to) < first) return { kind: 'whole' };
  if (first >= size) return { kind: 'unsatisfiable' };
  return { kind: 'part', first, last: to === '' ? size - 1 : Math.min(Number(to), size - 1) };
}

function lastBytes(count: number, size: number): RequestedRange {
  if (count === 0) return { kind: 'unsatisfiable' };
  return { kind: 'part', first: Math.max(0, size - count), last: size - 1 };
}
