/** The use cases of a report's readers: the holder of a share link, or the owner with a pass. */
import type { ReportVisitor, SplitReport } from '@parley/contract/split-reports';
import type { Clock } from '../../../base/clock.ts';
import { hashToken } from '../../../base/crypto/tokens.ts';
import type { Database, Handle } from '../../../base/db/database.ts';
import type { Locations } from '../../../base/geo/locations.ts';
import { AppError, assertFound } from '../../../base/http/app-error.ts';
import { type PreparedAnswer, prepareAnswer } from '../../../base/http/prepared-answer.ts';
import { type TenantId, trustWorkspaceId, type WorkspaceId } from '../../../base/ids.ts';
import type { AnswerCache } from '../../../base/share-links/answer-cache.ts';
import { statusOf } from '../../../base/share-links/policy.ts';
import { isSessionOpen } from '../../identity/index.ts';
import { readConversionDays } from '../attribution/queries.ts';
import type { OwnerPasses } from './owner-passes.ts';
import { daysUntil, presentReport, presentVisitor } from './presenter.ts';
import type { FoundShare, ReportKey, VisitorPlace } from './queries.ts';
import * as queries from './queries.ts';
import { countOpen } from './store.ts';

export type ReadingDeps = {
  database: Database;
  clock: Clock;
  passes: OwnerPasses;
  /** Shares by token hash. */
  shares: AnswerCache<FoundShare>;
  /** Reports by `keyOf`. */
  reports: AnswerCache<PreparedAnswer<SplitReport>>;
  /** Returns true if the workspace belongs to the tenant that the request is for. */
  belongs(workspaceId: WorkspaceId, tenantId: TenantId | null): Promise<boolean>;
};

export type Reader = { token: string; tenantId: TenantId | null };
/** `share`: null for the owner. */
type Admitted = ReportKey & { share: FoundShare | null };

/**
 * Returns the link that a reader may see. Throws `split-report.not-found`, or, by the state of the share, `.disabled`,
 * `.cancelled` or `.expired`, which reveal nothing else.
 */
async function admit(deps: ReadingDeps, { token, tenantId }: Reader): Promise<Admitted> {
  const pass = deps.passes.read(token);
  const admitted = pass === null ? await admitShare(deps, token) : await admitOwner(deps, pass);
  if (!(await deps.belongs(admitted.workspaceId, tenantId))) throw new AppError('split-report.not-found');
  return admitted;
}

async function admitShare({ shares, clock }: ReadingDeps, token: string): Promise<Admitted> {
  const share = assertFound(await shares.get(hashToken(token)), 'split-report.not-found');
  const status = statusOf(share, clock.now());
  if (status !== 'enabled') throw new AppError(`split-report.${status}`);
  return { workspaceId: share.workspaceId, linkId: share.linkId, share };
}

type ReadPass = NonNullable<ReturnType<OwnerPasses['read']>>;

async function admitOwner(
  { database }: ReadingDeps,
  { workspaceId, linkId, sessionId, isOver }: ReadPass,
): Promise<Admitted> {
  if (isOver || !(await isSessionOpen(database, sessionId))) throw new AppError('split-report.expired');
  return { workspaceId, linkId, share: null };
}

/** Opens a report and, if it was opened by a share, counts that. Throws what `admit` throws. */
export async function openReport(
  deps: ReadingDeps,
  reader: Reader,
): Promise<{ pass: null; expiresAt: number | null }> {
  const { share } = await admit(deps, reader);
  if (share !== null) await countOpen(deps.database, share, new Date(deps.clock.now()));
  return { pass: null, expiresAt: share?.expiresAt?.getTime() ?? null };
}

/** Returns the report. Throws what `admit` throws. */
export async function readReport(
  deps: ReadingDeps,
  reader: Reader,
  days: number,
): Promise<PreparedAnswer<SplitReport>> {
  const { workspaceId, linkId } = await admit(deps, reader);
  return assertFound(await deps.reports.get(keyOf({ workspaceId, linkId }, days)), 'split-report.not-found');
}

const keyOf = ({ workspaceId, linkId }: ReportKey, days: number) => `${workspaceId} ${linkId} ${days}`;

/** Returns a function that builds the report for a key of `keyOf`. */
export const buildReports =
  (handle: Handle, locations: Pick<Locations, 'knows'>) =>
  async (key: string): Promise<PreparedAnswer<SplitReport> | null> => {
    const [workspaceId = '', linkId = '', days = '7'] = key.split(' ');
    const report = await composeReport(
      handle,
      { workspaceId: trustWorkspaceId(workspaceId), linkId },
      { days: Number(days), knowsCountries: locations.knows() !== 'nothing' },
    );
    return report === null ? null : prepareAnswer(report);
  };

/** Returns null if the workspace has no such link. */
async function composeReport(
  handle: Handle,
  key: ReportKey,
  { days: count, knowsCountries }: { days: number; knowsCountries: boolean },
): Promise<SplitReport | null> {
  const [link, { days, visitors }, counts, targetUrls, conversions] = await Promise.all([
    queries.readLink(handle, key),
    queries.readDays(handle, key, count),
    queries.readCounts(handle, key, count),
    queries.readTargetUrls(handle, key),
    readConversionDays(handle, key.workspaceId, key.linkId, count),
  ]);
  if (link === null) return null;
  const range = daysUntil(link.today, count);
  return presentReport({ link, range, days, visitors, counts, targetUrls, conversions, knowsCountries });
}

/** Returns the counts for a spreadsheet. Throws what `admit` throws. */
export async function readFigures(
  deps: ReadingDeps,
  reader: Reader,
  days: number,
): Promise<Omit<SplitReport, 'knowsCountries'>> {
  const { workspaceId, linkId } = await admit(deps, reader);
  const key = { workspaceId, linkId };
  return assertFound(
    await composeReport(deps.database, key, { days, knowsCountries: true }),
    'split-report.not-found',
  );
}

export type VisitorPage = { list: ReportVisitor[]; nextCursor: string | null };

/** Returns a function that reads a report's visitors page by page, and the workspace's time zone. Throws what `admit` throws. */
export async function visitorReader(
  deps: ReadingDeps,
  reader: Reader,
  days: number,
): Promise<{ timeZone: string; read(place: VisitorPlace): Promise<VisitorPage> }> {
  const { workspaceId, linkId } = await admit(deps, reader);
  const key = { workspaceId, linkId };
  const { today, timeZone } = assertFound(
    await queries.readLink(deps.database, key),
    'split-report.not-found',
  );
  const range = { first: daysUntil(today, days)[0] ?? today, today };
  return {
    timeZone,
    async read(place) {
      const { list, nextCursor } = await queries.readVisitors(deps.database, key, range, place);
      return { list: list.map(presentVisitor), nextCursor };
    },
  };
}
