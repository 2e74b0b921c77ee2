import { mostCounted } from '@parley/contract/conversations';

/** A number that the server counts as far as `mostCounted`. */
export function countText(count: number): string {
  return count >= mostCounted ? `${mostCounted - 1}+` : String(count);
}
