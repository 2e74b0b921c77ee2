/** The time zone of a new workspace. */
const zone = 'Asia/Shanghai';

/**
 * Returns a reset time half a day away: tests that check what a request changed must not coincide with a reset, which every
 * server performs automatically.
 */
export function distantReset(): string {
  const hour = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit' }).format(
    Date.now() + 12 * 3_600_000,
  );
  return `${hour}:30`;
}
