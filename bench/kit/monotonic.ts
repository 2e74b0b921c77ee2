/**
 * Returns milliseconds of the system's monotonic clock. All processes of a machine share it, so a time from one can be
 * subtracted in another.
 */
export function monotonic(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
