/** The owner's use cases around reports: sharing one, and choosing how visitors' addresses are stored. */
import {
  type SplitReportShare,
  type StoredAddresses,
  shareParameter,
  splitReportPath,
} from '@parley/contract/split-reports';
import type { Clock } from '../../../base/clock.ts';
import type { SecretBox } from '../../../base/crypto/secrets.ts';
import { hashToken, randomToken } from '../../../base/crypto/tokens.ts';
import { type Database, type Handle, type Tx, transaction } from '../../../base/db/database.ts';
import { AppError, assertFound } from '../../../base/http/app-error.ts';
import type { RequestOrigin } from '../../../base/http/origin.ts';
import { newId, type WorkspaceId } from '../../../base/ids.ts';
import { expiryOf, statusOf } from '../../../base/share-links/policy.ts';
import { changesOf, record } from '../../audit/index.ts';
import { requireLink } from '../service.ts';
import { type ReportKey, type ReportShareItem, readShare } from './queries.ts';
import * as store from './store.ts';

export type ReportDeps = {
  database: Database;
  clock: Clock;
  secrets: SecretBox;
  /** Drops a cached share, so that a change takes effect at once in this process. */
  forgetShare(tokenHash: string): void;
};

/** Withdrawn shares per report that are kept, to be answered as withdrawn. */
const keptShares = 20;

const tokenContext = (shareId: string) => `split report ${shareId}`;

/** Returns a report's share, or the last one withdrawn. Throws `split-link.not-found`. */
export async function getShare(deps: ReportDeps, key: ReportKey): Promise<SplitReportShare | null> {
  await requireLink(deps.database, key.workspaceId, key.linkId);
  return shareOf(deps, deps.database, key);
}

/** Creates a share of a report and withdraws the previous one. Throws `split-link.not-found`. */
export async function createShare(
  deps: ReportDeps,
  { workspaceId, linkId, validDays }: ReportKey & { validDays: number | null },
  origin: RequestOrigin,
): Promise<SplitReportShare | null> {
  const key = { workspaceId, linkId };
  return change(deps, key, async (tx, name) => {
    await store.setStatus(tx, key, 'cancelled');
    await store.deleteOldShares(tx, key, keptShares);
    const [id, token, now] = [newId(), randomToken(), deps.clock.now()];
    await store.insertShare(tx, {
      workspaceId,
      id,
      splitLinkId: linkId,
      tokenHash: hashToken(token),
      sealedToken: deps.secrets.seal(token, tokenContext(id)),
      status: 'enabled',
      validDays,
      createdAt: new Date(now),
      expiresAt: expiryOf(now, validDays),
    });
    await record(tx, origin, { action: 'split-report.shared', object: objectOf(key, name) });
  });
}

/** Throws `split-link.not-found` and `split-report.not-found`. */
export async function setEnabled(
  deps: ReportDeps,
  { enabled, ...key }: ReportKey & { enabled: boolean },
  origin: RequestOrigin,
): Promise<SplitReportShare | null> {
  return setStatus(deps, key, enabled ? 'enabled' : 'disabled', origin);
}

/** Withdraws a report's share permanently. Throws `split-link.not-found` and `split-report.not-found`. */
export const cancelShare = (
  deps: ReportDeps,
  key: ReportKey,
  origin: RequestOrigin,
): Promise<SplitReportShare | null> => setStatus(deps, key, 'cancelled', origin);

async function setStatus(
  deps: ReportDeps,
  key: ReportKey,
  status: ReportShareItem['status'],
  origin: RequestOrigin,
): Promise<SplitReportShare | null> {
  return change(deps, key, async (tx, name) => {
    if (!(await store.setStatus(tx, key, status))) throw new AppError('split-report.not-found');
    await record(tx, origin, { action: `split-report.${status}`, object: objectOf(key, name) });
  });
}

/** Changes a report's share with its split link locked, and returns the resulting share. */
async function change(
  deps: ReportDeps,
  key: ReportKey,
  work: (tx: Tx, name: string) => Promise<void>,
): Promise<SplitReportShare | null> {
  return transaction(deps.database, async (tx) => {
    const name = assertFound(await store.lockLink(tx, key), 'split-link.not-found');
    const before = await readShare(tx, key);
    await work(tx, name);
    if (before !== null) tx.afterCommit(() => deps.forgetShare(before.tokenHash));
    return shareOf(deps, tx, key);
  });
}

async function shareOf(
  { secrets, clock }: ReportDeps,
  handle: Handle,
  key: ReportKey,
): Promise<SplitReportShare | null> {
  const share = await readShare(handle, key);
  if (share === null) return null;
  const token = secrets.open(share.sealedToken, tokenContext(share.id));
  return {
    path: pathOf(token),
    status: statusOf(share, clock.now()),
    validDays: share.validDays,
    createdAt: share.createdAt.getTime(),
    expiresAt: share.expiresAt?.getTime() ?? null,
    opens: share.opens,
    lastOpenedAt: share.lastOpenedAt?.getTime() ?? null,
  };
}

export const pathOf = (token: string): string => `${splitReportPath}?${shareParameter}=${token}`;

/** Sets how visitors' addresses are stored from now on. */
export async function setAddresses(
  { database }: Pick<ReportDeps, 'database'>,
  workspaceId: WorkspaceId,
  addresses: StoredAddresses,
  origin: RequestOrigin,
): Promise<void> {
  await transaction(database, async (tx) => {
    const before = await store.readAddresses(tx, workspaceId);
    if (before === addresses) return;
    await store.setAddresses(tx, workspaceId, addresses);
    await record(tx, origin, {
      action: 'workspace-settings.changed',
      object: { kind: 'settings', id: 'split-links' },
      details: changesOf({ visitorAddresses: before }, { visitorAddresses: addresses }),
    });
  });
}

const objectOf = ({ linkId }: ReportKey, name: string) => ({ kind: 'split-link', id: linkId, name }) as const;
