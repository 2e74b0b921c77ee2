/** Returns whether a version of three numbers (`1.4.0`) is older than another. */
export function isOlderVersion(version: string, than: string): boolean {
  const [ours, theirs] = [version, than].map((text) => text.split('.').map(Number));
  for (const at of [0, 1, 2]) {
    const difference = (ours?.[at] ?? 0) - (theirs?.[at] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}
