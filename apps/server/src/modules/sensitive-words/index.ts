/** Sensitive-word rules: search messages for words, links, wallet addresses and phone numbers. */
import type { Tx } from '../../base/db/database.ts';
import type { WorkspaceId } from '../../base/ids.ts';
import { deleteOfSubAccount } from './records/store.ts';
import { forgetSubAccount } from './rules/store.ts';

export { deleteAccountData, deleteRecordsOf, deleteRefusedBefore } from './records/store.ts';
export { registerRoutes } from './routes.ts';
export {
  blockedTexts,
  createSensitiveWords,
  type Finding,
  type RuleVersions,
  type SearchedText,
  type SensitiveWords,
  sensitiveRefusal,
} from './service.ts';

/**
 * Deletes a sub-account's records, then removes it from rules. Returns true when there is more, so that it is called
 * again.
 */
export async function deleteSubAccountData(
  tx: Tx,
  workspaceId: WorkspaceId,
  subAccountId: string,
): Promise<boolean> {
  if (await deleteOfSubAccount(tx, workspaceId, subAccountId)) return true;
  return forgetSubAccount(tx, workspaceId, subAccountId);
}
