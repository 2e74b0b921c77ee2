import * as api from '@parley/contract/split-reports';
import type { Clock } from '../../../base/clock.ts';
import type { SecretBox } from '../../../base/crypto/secrets.ts';
import type { Database } from '../../../base/db/database.ts';
import type { Locations } from '../../../base/geo/locations.ts';
import type { Admission } from '../../../base/http/admission.ts';
import type { Mount } from '../../../base/http/mount.ts';
import { createAnswerCache } from '../../../base/share-links/answer-cache.ts';
import { shareVisitOf } from '../../../base/share-links/visit.ts';
import { spreadsheet } from '../../../base/spreadsheet/sheet.ts';
import { requireLink } from '../service.ts';
import { figureRows, figureSheet } from './figures-spreadsheet.ts';
import { createOwnerPasses, type OwnerPasses } from './owner-passes.ts';
import { findShare } from './queries.ts';
import * as reading from './reading.ts';
import * as service from './service.ts';
import { upToMostRows, visitorSheet } from './spreadsheet.ts';
import { readAddresses } from './store.ts';

export type ReportRouteDeps = {
  database: Database;
  clock: Clock;
  secrets: SecretBox;
  /** The installation's secrets, the current one first. */
  appSecrets: readonly [string, ...string[]];
  admission: Pick<Admission, 'belongs'>;
  redirects: { locations: Pick<Locations, 'knows'> };
};

export function registerReports(
  mount: Mount,
  { appSecrets, admission, redirects, ...base }: ReportRouteDeps,
): void {
  const { locations } = redirects;
  const { database, clock } = base;
  const shares = createAnswerCache((tokenHash) => findShare(database, tokenHash), clock);
  const passes = createOwnerPasses(appSecrets[0], clock);
  mountForOwners(mount, { ...base, locations, passes, forgetShare: (hash) => shares.forget(hash) });
  mountForReaders(mount, {
    database,
    clock,
    passes,
    shares,
    reports: createAnswerCache(reading.buildReports(database, locations), clock),
    belongs: admission.belongs,
  });
}

type OwnerDeps = service.ReportDeps & { passes: OwnerPasses; locations: Pick<Locations, 'knows'> };

function mountForOwners(mount: Mount, { locations, passes, ...deps }: OwnerDeps): void {
  const { database } = deps;

  mount(api.getSplitReportShare, async ({ caller: { workspaceId }, query: { splitLinkId: linkId } }) => ({
    share: await service.getShare(deps, { workspaceId, linkId }),
  }));

  mount(api.createSplitReportShare, async ({ caller: { workspaceId }, body, origin }) => {
    const { splitLinkId: linkId, validDays } = body;
    return { share: await service.createShare(deps, { workspaceId, linkId, validDays }, origin) };
  });

  mount(api.setSplitReportShareEnabled, async ({ caller: { workspaceId }, body, origin }) => {
    const { splitLinkId: linkId, enabled } = body;
    return { share: await service.setEnabled(deps, { workspaceId, linkId, enabled }, origin) };
  });

  mount(api.cancelSplitReportShare, async ({ caller: { workspaceId }, body, origin }) => ({
    share: await service.cancelShare(deps, { workspaceId, linkId: body.splitLinkId }, origin),
  }));

  mount(
    api.openSplitReport,
    async ({ caller: { workspaceId, sessionId }, body: { splitLinkId: linkId } }) => {
      await requireLink(database, workspaceId, linkId);
      return { path: service.pathOf(passes.issue({ workspaceId, linkId, sessionId })) };
    },
  );

  mount(api.getSplitLinkSettings, async ({ caller: { workspaceId } }) => ({
    addresses: await readAddresses(database, workspaceId),
    knows: locations.knows(),
  }));

  mount(api.updateSplitLinkSettings, async ({ caller: { workspaceId }, body, origin }) => {
    await service.setAddresses(deps, workspaceId, body.addresses, origin);
    return null;
  });
}

function mountForReaders(mount: Mount, deps: reading.ReadingDeps): void {
  mount(api.openSharedSplitReport, ({ body: { token }, tenantId }) =>
    reading.openReport(deps, { token, tenantId }),
  );

  mount(api.readSplitReport, ({ query, request, tenantId }) =>
    reading.readReport(deps, shareVisitOf(request.headers, query, tenantId), Number(query.days)),
  );

  mount(api.splitReportVisitors, async ({ query, request, tenantId }) => {
    const { token, days, ...place } = query;
    const reader = shareVisitOf(request.headers, { token }, tenantId);
    return (await reading.visitorReader(deps, reader, Number(days))).read(place);
  });

  mount(api.exportSplitReportFigures, async ({ query, request, tenantId, language }) => {
    const reader = shareVisitOf(request.headers, query, tenantId);
    const report = await reading.readFigures(deps, reader, Number(query.days));
    const now = deps.clock.now();
    const list = figureRows(report, language);
    return spreadsheet(figureSheet({ language, timeZone: report.timeZone, now }), now, async () => ({
      list,
      nextCursor: null,
    }));
  });

  mount(api.exportSplitReport, async ({ query, request, tenantId, language }) => {
    const reader = shareVisitOf(request.headers, query, tenantId);
    const { timeZone, read } = await reading.visitorReader(deps, reader, Number(query.days));
    const now = deps.clock.now();
    return spreadsheet(visitorSheet({ language, timeZone, now }), now, upToMostRows(read));
  });
}
