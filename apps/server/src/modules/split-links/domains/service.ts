/** The use cases of link domains: adding, verifying, re-checking, losing and removing one. */
import { maxSplitDomains, type SplitDomain } from '@parley/contract/split-domains';
import type { Clock } from '../../../base/clock.ts';
import { readableCode } from '../../../base/crypto/tokens.ts';
import { type Database, type Handle, type Tx, transaction } from '../../../base/db/database.ts';
import { AppError, assertFound } from '../../../base/http/app-error.ts';
import { type RequestOrigin, systemOrigin } from '../../../base/http/origin.ts';
import { newId, type WorkspaceId } from '../../../base/ids.ts';
import { record } from '../../audit/index.ts';
import { findProof, isProofGone, type ProofDeps, type ProofFinding, proofPrefix } from './proof.ts';
import { readDomains } from './queries.ts';
import type { ServedDomains } from './served-domains.ts';
import * as store from './store.ts';

export type DomainsDeps = ProofDeps & {
  database: Database;
  clock: Clock;
  redirects: { domains: Pick<ServedDomains, 'renew'> };
};
type Caller = { workspaceId: WorkspaceId; origin: RequestOrigin };

/** Characters after the prefix: 31 ^ 24 possible values. */
const proofLength = 24;
/** Grace period for a missing proof, such as during a server migration or a DNS outage, before the domain is lost. */
const graceMs = 7 * 24 * 60 * 60 * 1000;

/** `host` is this installation's. Throws `split-domain.reserved`, `split-domain.too-many` and `split-domain.exists`. */
export async function addDomain(
  { database, clock }: DomainsDeps,
  { workspaceId, origin }: Caller,
  { domain, host }: { domain: string; host: string },
): Promise<SplitDomain> {
  if (domain === host || (await store.isTenantHost(database, domain)))
    throw new AppError('split-domain.reserved');
  return transaction(database, async (tx) => {
    if ((await store.lockDomainCount(tx, workspaceId)) >= maxSplitDomains)
      throw new AppError('split-domain.too-many');
    const id = newId();
    const proof = `${proofPrefix}${readableCode(proofLength)}`;
    const row = { workspaceId, id, domain, proof, state: 'pending' as const };
    if (!(await store.insertDomain(tx, { ...row, createdAt: new Date(clock.now()) })))
      throw new AppError('split-domain.exists');
    await record(tx, origin, { action: 'split-domain.added', object: objectOf({ id, domain }) });
    return requireOne(tx, workspaceId, id);
  });
}

/**
 * Looks for the proof. Throws `split-domain.not-found`, `split-domain.claimed` if another workspace's proof still stands, and
 * `split-domain.reserved` if the domain has become a tenant's host.
 */
export async function verifyDomain(
  deps: DomainsDeps,
  { workspaceId, origin }: Caller,
  id: string,
): Promise<SplitDomain> {
  const { database } = deps;
  const row = assertFound(await store.findDomain(database, { workspaceId, id }), 'split-domain.not-found');
  const finding = await findProof(deps, row);
  const former = finding === 'proved' ? await lostBy(deps, row) : null;
  const domain = await transaction(database, async (tx) => {
    await store.lockDomainOwnership(tx, row.domain);
    if (await store.isTenantHost(tx, row.domain)) throw new AppError('split-domain.reserved');
    const held = await store.findVerified(tx, row.domain);
    if (finding === 'proved' && held !== null && held.id !== row.id) {
      if (held.id !== former?.id) throw new AppError('split-domain.claimed');
      await lose(tx, held, lost(held, 'other-value', new Date(deps.clock.now())));
    }
    // Read again, as the domain may have been removed during the check.
    const present = assertFound(await store.findDomain(tx, row), 'split-domain.not-found');
    await store.saveCheck(tx, row, afterCheck(present, finding, deps.clock.now()));
    const action = finding === 'proved' ? 'split-domain.verified' : 'split-domain.refused';
    await record(tx, origin, { action, object: objectOf(row), details: { finding } });
    return requireOne(tx, workspaceId, id);
  });
  await deps.redirects.domains.renew();
  return domain;
}

/** Returns another workspace's row whose proof is gone, if any. Throws `split-domain.claimed` if that proof may still stand. */
async function lostBy(deps: DomainsDeps, { id, domain }: store.DomainRow): Promise<store.DomainRow | null> {
  const held = await store.findVerified(deps.database, domain);
  if (held === null || held.id === id) return null;
  if (!(await isProofGone(deps, held))) throw new AppError('split-domain.claimed');
  return held;
}

/** Throws `split-domain.not-found`. */
export async function removeDomain(
  { database, redirects }: DomainsDeps,
  { workspaceId, origin }: Caller,
  id: string,
): Promise<void> {
  await transaction(database, async (tx) => {
    const row = assertFound(await store.deleteDomain(tx, { workspaceId, id }), 'split-domain.not-found');
    await record(tx, origin, { action: 'split-domain.removed', object: objectOf(row) });
  });
  await redirects.domains.renew();
}

/** Checks a verified domain again. It is lost once its proof has been missing for a week. */
export async function recheckDomain(
  deps: DomainsDeps,
  key: Pick<store.DomainRow, 'workspaceId' | 'id'>,
): Promise<void> {
  const row = await store.findDomain(deps.database, key);
  if (row?.state !== 'verified') return;
  const finding = await findProof(deps, row, { orServing: true });
  await transaction(deps.database, async (tx) => {
    await store.lockDomainOwnership(tx, row.domain);
    const present = await store.findDomain(tx, key);
    if (present?.state !== 'verified') return;
    const checked = afterCheck(present, finding, deps.clock.now());
    if (checked.state === 'lost') await lose(tx, present, checked);
    else await store.saveCheck(tx, present, checked);
  });
}

/** Returns a domain's new state after a check. */
function afterCheck(row: store.DomainRow, finding: ProofFinding, now: number): store.DomainCheck {
  const checkedAt = new Date(now);
  if (finding === 'proved')
    return {
      state: 'verified',
      verifiedAt: row.state === 'verified' ? row.verifiedAt : checkedAt,
      checkedAt,
      problem: null,
      missingSince: null,
    };
  const { state, verifiedAt } = row;
  if (state !== 'verified') return { state, verifiedAt, checkedAt, problem: finding, missingSince: null };
  const missingSince = row.missingSince ?? checkedAt;
  if (now - missingSince.getTime() >= graceMs) return lost(row, finding, checkedAt);
  return { state, verifiedAt, checkedAt, problem: finding, missingSince };
}

/** Returns the state of a verified domain once it is lost. */
const lost = (
  { verifiedAt }: store.DomainRow,
  problem: Exclude<ProofFinding, 'proved'>,
  checkedAt: Date,
): store.DomainCheck => ({ state: 'lost', verifiedAt, checkedAt, problem, missingSince: null });

async function lose(tx: Tx, row: store.DomainRow, checked: store.DomainCheck): Promise<void> {
  await store.saveCheck(tx, row, checked);
  await record(tx, systemOrigin, {
    action: 'split-domain.lost',
    object: objectOf(row),
    workspaceId: row.workspaceId,
    details: { finding: checked.problem },
  });
}

/** Throws `resource.not-found` and `split-domain.not-verified`. The row stays locked until the transaction ends. */
export async function requireVerified(tx: Tx, workspaceId: WorkspaceId, id: string): Promise<void> {
  const state = assertFound(await store.lockDomainState(tx, { workspaceId, id }));
  if (state !== 'verified') throw new AppError('split-domain.not-verified');
}

const objectOf = ({ id, domain }: { id: string; domain: string }) =>
  ({ kind: 'split-domain', id, name: domain }) as const;

async function requireOne(handle: Handle, workspaceId: WorkspaceId, id: string): Promise<SplitDomain> {
  const [domain] = await readDomains(handle, workspaceId, id);
  return assertFound(domain ?? null, 'split-domain.not-found');
}
