/** The zone of a new workspace. */
const zone = 'Asia/Shanghai';

/**
 * Returns a reset time half a day away: tests that look for what a request has changed must not meet a reset, which
 * every server makes on its own.
 */
export function distantReset(): string {
  const hour = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit' }).format(
    Date.now() + 12 * 3_600_000,
  );
  return `${hour}:30`;
}
