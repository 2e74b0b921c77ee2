/** The rules of who may go on with a conversation. */
import type { PlatformId } from '@parley/contract/catalogues';
import { mostHandedOver } from '@parley/contract/hand-overs';
import type { SubAccountRow } from '../sub-accounts/index.ts';

type Target = Pick<SubAccountRow, 'id' | 'status' | 'platforms'>;

/** Returns why a conversation can't go to a sub-account, or null. */
export function refusalOf(
  { id, status, platforms }: Target,
  conversation: { subAccountId: string; platform: PlatformId },
  /** The number of other sub-accounts' conversations that it works on; null: this one comes home, and is none of them. */
  handedTo: number | null,
) {
  if (id === conversation.subAccountId) return 'hand-over.already-there';
  // Home it may always come: there it waits like the others of its social account.
  if (handedTo === null) return null;
  if (status !== 'normal') return 'hand-over.disabled';
  if (platforms !== null && !platforms.includes(conversation.platform))
    return 'sub-account.platform-not-permitted';
  return handedTo >= mostHandedOver ? 'hand-over.full' : null;
}
