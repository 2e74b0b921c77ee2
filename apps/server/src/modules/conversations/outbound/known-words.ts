import { isNamed } from '@parley/contract/catalogues';
import { customerName } from '@parley/contract/quick-replies';
import type { Handle } from '../../../base/db/database.ts';
import type { ConversationRow } from '../../../schema/conversations.ts';
import { findKnownTranslation, type KnownTranslation } from '../../quick-replies/index.ts';

/** Returns the owner's translation of a text that was filled in from a quick reply in this conversation, or null. */
export function findKnownWords(
  handle: Handle,
  conversation: ConversationRow,
  wanted: { text: string; target: string },
): Promise<KnownTranslation | null> {
  const { workspaceId, subAccountId, socialAccountId, kind, title } = conversation;
  const fan = customerName({ kind, named: isNamed(conversation), title });
  return findKnownTranslation(handle, { workspaceId, subAccountId, socialAccountId, fan }, wanted);
}
