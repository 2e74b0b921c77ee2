/**
 * Milliseconds on the system's monotonic clock. All processes of one machine share it, so a moment taken in one
 * may be subtracted in another.
 */
export function monotonic(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
