import type * as contract from '@parley/contract';
import * as identityApi from '@parley/contract/identity';
import { assertFound } from '../../../base/http/app-error.ts';
import type { Mount } from '../../../base/http/mount.ts';
import { type CertificationSubmission, readPage, readSubmission } from './queries.ts';
import { type CertificationDeps, decide, submit, withdraw } from './service.ts';
import { type CertificationRow, findCertification } from './store.ts';

export function registerRoutes(mount: Mount, deps: CertificationDeps): void {
  mount(identityApi.getCertification, async ({ caller }) =>
    present(await findCertification(deps.database, caller.workspaceId)),
  );
  mount(identityApi.submitCertification, async ({ caller, body, origin }) =>
    present(await submit(deps, caller.workspaceId, body, origin)),
  );
  mount(identityApi.withdrawCertification, async ({ caller, origin }) =>
    present(await withdraw(deps, caller.workspaceId, origin)),
  );
  mount(identityApi.certificationPage, async ({ query }) => {
    const { list, total } = await readPage(deps.database, query);
    return { list: list.map(presentSubmission), total };
  });
  mount(identityApi.decideCertification, async ({ body, origin }) => {
    const workspaceId = await decide(deps, body, origin);
    return presentSubmission(assertFound(await readSubmission(deps.database, workspaceId)));
  });
}

function present(row: CertificationRow | null): identityApi.Certification {
  return {
    status: row?.status ?? 'none',
    reason: row?.reason ?? null,
    form: row === null ? null : formOf(row),
    submittedAt: row?.submittedAt?.getTime() ?? null,
    decidedAt: row?.decidedAt?.getTime() ?? null,
    version: row?.version ?? 0,
  };
}

function formOf(row: CertificationRow): identityApi.CertificationForm | null {
  const { enterpriseName, registrationNumber, contactName, documentFileIds } = row;
  // The table's checks guarantee all fields or none.
  if (!enterpriseName || !registrationNumber || !contactName || !documentFileIds) return null;
  return { kind: 'enterprise', enterpriseName, registrationNumber, contactName, documentFileIds };
}

function presentSubmission(
  row: CertificationSubmission,
): contract.AnswerOf<typeof identityApi.decideCertification> {
  return { ...present(row), workspaceId: row.workspaceId, email: row.email };
}
