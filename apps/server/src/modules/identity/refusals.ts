/** Refused logins and refused proofs of identity, as the audit log records them. */
import type { ErrorId } from '@parley/contract';
import type { Database } from '../../base/db/database.ts';
import { AppError } from '../../base/http/app-error.ts';
import type { RequestOrigin } from '../../base/http/origin.ts';
import type { WorkspaceId } from '../../base/ids.ts';
import { type AuditRecord, recordRefusal } from '../audit/index.ts';
import type { UserRow } from './store.ts';

/** Errors that are refusals of a login; others mean an invalid form, or that a second step is due. */
const refusals: ReadonlySet<ErrorId> = new Set([
  'identity.wrong-credentials',
  'identity.wrong-password',
  'identity.wrong-code',
  'identity.not-for-console',
  'identity.disabled',
  'identity.second-step-expired',
  'request.too-many',
]);

/** The account that a refusal is about; null when the given name belongs to none. */
export type RefusedAccount = Required<Pick<AuditRecord, 'object' | 'workspaceId'>> | null;

type Refusal = {
  action: 'login.refused' | 'password.refused';
  /** Called only after a refusal. The typed name isn't recorded, because it may be a password. */
  about: () => Promise<RefusedAccount> | RefusedAccount;
  details?: Record<string, string>;
};

/**
 * Records a refusal that `attempt` throws, after its own transaction was rolled back, and rethrows it. The answer
 * doesn't wait for the record, whose cost depends on whether the account exists.
 */
export async function recordingRefusal<T>(
  database: Database,
  origin: RequestOrigin,
  { action, about, details }: Refusal,
  attempt: () => Promise<T>,
): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    if (error instanceof AppError && refusals.has(error.error)) {
      const reason = error.error;
      await database.background.run(async () =>
        recordRefusal(database, origin, { action, ...(await about()), details: { ...details, reason } }),
      );
    }
    throw error;
  }
}

export const refusedUser = ({ id, kind, workspaceId }: Pick<UserRow, 'id' | 'kind' | 'workspaceId'>) => ({
  object: { kind, id },
  workspaceId,
});

export const refusedSubAccount = ({ id, workspaceId }: { id: string; workspaceId: WorkspaceId }) => ({
  object: { kind: 'sub-account' as const, id },
  workspaceId,
});
