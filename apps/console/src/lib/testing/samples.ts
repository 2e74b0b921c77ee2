/** A time and ids for sample records. */

/** 2026-03-01 09:30 in Shanghai. */
export const sampleTime = Date.UTC(2026, 2, 1, 1, 30);

/** Returns a valid UUID that is readable in a failing test. */
export function sampleId(kind: number, number: number): string {
  const hex = (value: number, width: number) => value.toString(16).padStart(width, '0');
  return `0195${hex(kind, 4)}-0000-7000-8000-${hex(number, 12)}`;
}
