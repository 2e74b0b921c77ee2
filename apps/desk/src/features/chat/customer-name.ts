import type { Conversation } from '@parley/contract/conversations';
import { printableLine } from '@parley/ui';

const longest = 80;

/**
 * Returns the name that a quick reply calls a customer by: the platform's. An alias is the agents' own, which a customer
 * must never read, and an address or a number is no name.
 */
export function customerName({
  kind,
  named,
  title,
}: Pick<Conversation, 'kind' | 'named' | 'title'>): string | null {
  if (kind === 'group' || !named || /@|^[\d\s+()-]+$/.test(title)) return null;
  return printableLine(title, longest) || null;
}
