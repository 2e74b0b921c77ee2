import * as api from '@parley/contract/split-links';
import { assertFound } from '../../base/http/app-error.ts';
import type { Mount } from '../../base/http/mount.ts';
import { publicAddressOf } from '../../base/http/public-address.ts';
import { exportSpreadsheet } from '../audit/index.ts';
import { presentAgents } from './attribution/presenter.ts';
import { type ConversionItem, readAgentDays, readConversions } from './attribution/queries.ts';
import { type BulkRouteDeps, registerBulkRoutes, type WithUrl } from './bulk/routes.ts';
import {
  type ContactItem,
  readContacts,
  readListBatch,
  readOne,
  readPage,
  readVisits,
  type VisitItem,
} from './queries.ts';
import * as service from './service.ts';
import { readSources } from './sources/queries.ts';
import { linkListSheet } from './spreadsheet.ts';
import { readClient } from './visits/visitor-client.ts';

export type SplitLinkRouteDeps = service.SplitLinksDeps &
  BulkRouteDeps & {
    /** The server's public URL; null to use the host of the request. */
    publicUrl: string | null;
  };

export function registerRoutes(mount: Mount, { publicUrl, ...deps }: SplitLinkRouteDeps): void {
  const { database } = deps;
  const withUrl: WithUrl = (item, request) => {
    const url = urlOf(item, publicAddressOf(publicUrl, request));
    return { ...item, url };
  };

  registerBulkRoutes(mount, deps, withUrl);

  mount(api.splitLinkPage, async ({ caller, query, request }) => {
    const { list, total } = await readPage(database, caller.workspaceId, query);
    return { list: list.map((item) => withUrl(item, request)), total };
  });

  mount(api.exportSplitLinkList, (input) => {
    const { caller, query, request } = input;
    return exportSpreadsheet(deps, input, {
      object: 'split-links',
      sheet: linkListSheet,
      async read(place) {
        const batch = await readListBatch(database, caller.workspaceId, { ...query, ...place });
        return { ...batch, list: batch.list.map((item) => withUrl(item, request)) };
      },
    });
  });

  mount(api.getSplitLink, async ({ caller, query, request }) => {
    const link = await readOne(database, caller.workspaceId, query.splitLinkId);
    return withUrl(assertFound(link, 'split-link.not-found'), request);
  });

  mount(api.createSplitLink, async ({ caller, body, origin, request }) =>
    withUrl(await service.createSplitLink(deps, { workspaceId: caller.workspaceId, origin }, body), request),
  );

  mount(api.updateSplitLink, async ({ caller, body, origin, request }) =>
    withUrl(await service.updateSplitLink(deps, { workspaceId: caller.workspaceId, origin }, body), request),
  );

  mount(api.previewSplitSources, async ({ caller: { workspaceId }, body: { platform, sources } }) => ({
    list: await readSources(database, { workspaceId, platform }, sources, []),
  }));

  mount(api.enableSplitLinks, async ({ caller, body, origin }) => ({
    changed: await service.enableSplitLinks(deps, { workspaceId: caller.workspaceId, origin }, body),
  }));

  mount(api.deleteSplitLinks, async ({ caller, body, origin }) => ({
    changed: await service.deleteSplitLinks(deps, { workspaceId: caller.workspaceId, origin }, body.ids),
  }));

  registerRecordRoutes(mount, deps);
}

/** Records of a link: its visits, its conversions, and the contacts that visitors left. */
function registerRecordRoutes(mount: Mount, { database }: Pick<SplitLinkRouteDeps, 'database'>): void {
  mount(api.splitLinkVisits, async ({ caller, query }) => {
    await service.requireLink(database, caller.workspaceId, query.splitLinkId);
    const page = await readVisits(database, caller.workspaceId, query.splitLinkId, query);
    return { ...page, list: page.list.map(presentVisit) };
  });

  mount(api.splitLinkConversions, async ({ caller, query }) => {
    await service.requireLink(database, caller.workspaceId, query.splitLinkId);
    const page = await readConversions(database, caller.workspaceId, query.splitLinkId, query);
    return { ...page, list: page.list.map(presentConversion) };
  });

  mount(api.splitLinkAgents, async ({ caller: { workspaceId }, query: { splitLinkId, days } }) => {
    await service.requireLink(database, workspaceId, splitLinkId);
    return { list: presentAgents(await readAgentDays(database, workspaceId, splitLinkId, Number(days))) };
  });

  mount(api.splitLinkContacts, async ({ caller, query }) => {
    await service.requireLink(database, caller.workspaceId, query.splitLinkId);
    const page = await readContacts(database, caller.workspaceId, query.splitLinkId, query);
    return { ...page, list: page.list.map(presentContact) };
  });
}

function presentVisit({ at, device, system, browser, ...visit }: VisitItem) {
  const read =
    device === null || system === null || browser === null
      ? readClient(visit.userAgent)
      : { device, system, browser };
  return { ...visit, ...read, at: Math.floor(at / 1000) };
}
const presentConversion = ({ at, visitedAt, ...conversion }: ConversionItem) => ({
  ...conversion,
  at: Math.floor(at / 1000),
  visitedAt: Math.floor(visitedAt / 1000),
});
const presentContact = ({ at, ...contact }: ContactItem) => ({ ...contact, at: Math.floor(at / 1000) });

/** Returns the short link's URL, on its link domain or on the installation's `address`. */
const urlOf = ({ code, domain }: { code: string; domain: string | null }, address: string): string =>
  `${domain === null ? address : `${new URL(address).protocol}//${domain}`}/s/${code}`;
