/** The rules for handing conversations over. */
import type { PlatformId } from '@parley/contract/catalogues';
import { maxHandedOver } from '@parley/contract/hand-overs';
import type { SubAccountRow } from '../sub-accounts/index.ts';

type Target = Pick<SubAccountRow, 'id' | 'status' | 'platforms'>;

/** Returns why a conversation can't be handed over to a sub-account; null when it can. */
export function refusalOf(
  { id, status, platforms }: Target,
  conversation: { subAccountId: string; platform: PlatformId },
  /** The number of conversations of other sub-accounts that it works on; null when this conversation returns to it. */
  handedTo: number | null,
) {
  if (id === conversation.subAccountId) return 'hand-over.already-there';
  // A return is always permitted: the conversation then waits like the others of its social account.
  if (handedTo === null) return null;
  if (status !== 'normal') return 'hand-over.disabled';
  if (platforms !== null && !platforms.includes(conversation.platform))
    return 'sub-account.platform-not-permitted';
  return handedTo >= maxHandedOver ? 'hand-over.full' : null;
}
