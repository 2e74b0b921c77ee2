import { maxCounted } from '@parley/contract/conversations';

/** Formats a number that the server counts only up to `maxCounted`. */
export function countText(count: number): string {
  return count >= maxCounted ? `${maxCounted - 1}+` : String(count);
}
