import { mostCounted } from '@parley/contract/conversations';

/** Formats a number that the server counts only up to `mostCounted`. */
export function countText(count: number): string {
  return count >= mostCounted ? `${mostCounted - 1}+` : String(count);
}
