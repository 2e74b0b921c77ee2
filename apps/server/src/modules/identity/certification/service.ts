/**
 * Certifications: none → reviewing → passed or rejected; a withdrawal returns to none, and a rejected one may be
 * submitted again. Each step increments the version, so that the operator decides on what they have read.
 */
import type { CertificationForm } from '@parley/contract/identity';
import type { Clock } from '../../../base/clock.ts';
import { type Database, transaction } from '../../../base/db/database.ts';
import { AppError, assertFound } from '../../../base/http/app-error.ts';
import type { RequestOrigin } from '../../../base/http/origin.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { record } from '../../audit/index.ts';
import { keepFiles, releaseFiles } from '../../files/index.ts';
import * as store from './store.ts';

export type CertificationDeps = { database: Database; clock: Clock };

/**
 * Submits a form for review. Throws `certification.wrong-state`, and `resource.not-found` for documents of another
 * workspace.
 */
export function submit(
  { database, clock }: CertificationDeps,
  workspaceId: WorkspaceId,
  form: CertificationForm,
  origin: RequestOrigin,
): Promise<store.CertificationRow> {
  return transaction(database, async (tx) => {
    const before = assertFound(await store.lockCertification(tx, workspaceId));
    const to = { status: 'reviewing', form, submittedAt: new Date(clock.now()) } as const;
    const row = await store.change(tx, workspaceId, ['none', 'rejected'], to);
    if (row === null) throw new AppError('certification.wrong-state');
    const papers = { owner: workspaceId, purpose: 'certification' } as const;
    const fileIds = form.documentFileIds;
    const gone = (before.documentFileIds ?? []).filter((id) => !fileIds.includes(id));
    await releaseFiles(tx, { ...papers, fileIds: gone });
    if (!(await keepFiles(tx, { ...papers, fileIds }))) throw new AppError('resource.not-found');
    await record(tx, origin, { action: 'certification.submitted' });
    return row;
  });
}

/** Withdraws a submission. Throws `certification.wrong-state`. */
export function withdraw(
  { database }: CertificationDeps,
  workspaceId: WorkspaceId,
  origin: RequestOrigin,
): Promise<store.CertificationRow> {
  return transaction(database, async (tx) => {
    const before = assertFound(await store.lockCertification(tx, workspaceId));
    const row = await store.change(tx, workspaceId, ['reviewing', 'passed'], { status: 'none' });
    if (row === null) throw new AppError('certification.wrong-state');
    const fileIds = before.documentFileIds ?? [];
    await releaseFiles(tx, { owner: workspaceId, purpose: 'certification', fileIds });
    await record(tx, origin, { action: 'certification.withdrawn' });
    return row;
  });
}

type Decision = {
  workspaceId: string;
  version: number;
  decision: 'pass' | 'reject';
  reason?: string | undefined;
};

/**
 * Passes or rejects a submission and returns its workspace. Throws `resource.not-found`, `resource.stale`,
 * `certification.wrong-state`.
 */
export function decide(
  { database, clock }: CertificationDeps,
  { workspaceId, version, decision, reason = '' }: Decision,
  origin: RequestOrigin,
): Promise<WorkspaceId> {
  return transaction(database, async (tx) => {
    const before = assertFound(await store.lockSubmission(tx, workspaceId));
    if (before.version !== version) throw new AppError('resource.stale');
    const decidedAt = new Date(clock.now());
    const to =
      decision === 'pass'
        ? ({ status: 'passed', decidedAt } as const)
        : ({ status: 'rejected', decidedAt, reason } as const);
    const row = await store.change(tx, before.workspaceId, ['reviewing'], to);
    if (row === null) throw new AppError('certification.wrong-state');
    await record(tx, origin, {
      action: 'certification.decided',
      object: { kind: 'workspace', id: row.workspaceId },
      workspaceId: row.workspaceId,
      details: { decision },
    });
    return row.workspaceId;
  });
}
