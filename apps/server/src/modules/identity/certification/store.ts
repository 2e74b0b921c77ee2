import type { CertificationForm } from '@parley/contract/identity';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Handle, Tx } from '../../../base/db/database.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { certifications } from '../../../schema/identity.ts';

export type CertificationRow = typeof certifications.$inferSelect;
type Status = CertificationRow['status'];

export async function findCertification(
  handle: Handle,
  workspaceId: WorkspaceId,
): Promise<CertificationRow | null> {
  const [row] = await handle.db
    .select()
    .from(certifications)
    .where(eq(certifications.workspaceId, workspaceId));
  return row ?? null;
}

/** Returns the row, inserted if missing and locked until the transaction ends. */
export async function lockCertification(tx: Tx, workspaceId: WorkspaceId): Promise<CertificationRow | null> {
  await tx.db.insert(certifications).values({ workspaceId, status: 'none' }).onConflictDoNothing();
  const [row] = await tx.db
    .select()
    .from(certifications)
    .where(eq(certifications.workspaceId, workspaceId))
    .for('update');
  return row ?? null;
}

/** Like `lockCertification`, for an id that may belong to no workspace: inserts nothing. */
export async function lockSubmission(tx: Tx, workspaceId: string): Promise<CertificationRow | null> {
  const [row] = await tx.db
    .select()
    .from(certifications)
    .where(sql`${certifications.workspaceId} = ${workspaceId}`)
    .for('update');
  return row ?? null;
}

type Change =
  | { status: 'reviewing'; form: CertificationForm; submittedAt: Date }
  | { status: 'none' }
  | { status: 'passed'; decidedAt: Date }
  | { status: 'rejected'; decidedAt: Date; reason: string };

const forgotten = {
  enterpriseName: null,
  registrationNumber: null,
  contactName: null,
  documentFileIds: null,
  reason: null,
  submittedAt: null,
  decidedAt: null,
};

/** Changes the state. Returns null when the current one isn't in `from`. */
export async function change(
  tx: Tx,
  workspaceId: WorkspaceId,
  from: readonly Status[],
  to: Change,
): Promise<CertificationRow | null> {
  const [row] = await tx.db
    .update(certifications)
    .set({ ...columnsOf(to), version: sql`${certifications.version} + 1` })
    .where(and(eq(certifications.workspaceId, workspaceId), inArray(certifications.status, [...from])))
    .returning();
  return row ?? null;
}

function columnsOf(to: Change) {
  if (to.status === 'none') return { ...forgotten, status: to.status };
  if (to.status !== 'reviewing') return to;
  const { kind: _, ...form } = to.form;
  return { ...forgotten, ...form, status: to.status, submittedAt: to.submittedAt };
}
