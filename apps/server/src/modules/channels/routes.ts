import * as channelsApi from '@parley/contract/channels';
import * as templatesApi from '@parley/contract/message-templates';
import type { FastifyRequest } from 'fastify';
import { type Database, transaction } from '../../base/db/database.ts';
import { assertFound } from '../../base/http/app-error.ts';
import type { Mount } from '../../base/http/mount.ts';
import { publicAddressOf } from '../../base/http/public-address.ts';
import { withRequestSignal } from '../../base/http/with-request-signal.ts';
import type { WorkspaceId } from '../../base/ids.ts';
import { changesOf, exportSpreadsheet, record } from '../audit/index.ts';
import { countConversations, readUnread } from '../conversations/index.ts';
import { readFanCounts } from '../fans/index.ts';
import { inactiveDaysOf, setInactiveDays } from '../workspaces/index.ts';
import { registerPairingRoutes } from './account-pairings/routes.ts';
import type { PairingServiceDeps } from './account-pairings/service.ts';
import { cancelImport, retryImport, startImport } from './history-imports/service.ts';
import { latestImports } from './history-imports/store.ts';
import {
  deleteAccount,
  moveAccount,
  readOpenCredentials,
  renameAccount,
  replaceCredentials,
  setJoinsGroups,
} from './management.ts';
import { presentAccount, presentForDesk, presentPlatforms } from './presenter.ts';
import { registerPurgeRoutes } from './purges/routes.ts';
import { readPurgeDates, readPurgeFigures, requireBeforePurge } from './purges/service.ts';
import { countByAccount } from './quarantine/store.ts';
import {
  type AccountFilter,
  type AccountItem,
  readBatch,
  readForDesk,
  readNames,
  readOne,
  readPage,
  readSummary,
} from './queries.ts';
import { addAccount, type ChannelsDeps, changeProxy, enableAccounts, muteAccount } from './service.ts';
import { socialAccountSheet } from './spreadsheet.ts';
import { findAccount } from './store.ts';
import { fetchTemplates } from './templates/fetch-templates.ts';

export function registerRoutes(mount: Mount, deps: PairingServiceDeps): void {
  const { database } = deps;

  mount(channelsApi.platformList, async ({ language }) => presentPlatforms(deps, language));

  mountLists(mount, deps);

  mount(channelsApi.addSocialAccount, async ({ caller, body, request, language, origin }) =>
    present(
      deps,
      caller.workspaceId,
      await withRequestSignal(request, (signal) =>
        addAccount(deps, caller.workspaceId, body, { language, signal, origin }),
      ),
      request,
    ),
  );

  mount(channelsApi.setSocialAccountEnabled, async ({ caller, body, request, origin }) => {
    const { id, enabled } = body;
    await enableAccounts(deps, caller.workspaceId, { ids: [id], enabled }, origin);
    return present(deps, caller.workspaceId, id, request);
  });

  mount(channelsApi.enableSocialAccounts, async ({ caller, body, origin }) => ({
    changed: await enableAccounts(deps, caller.workspaceId, body, origin),
  }));

  mount(channelsApi.setSocialAccountProxy, async ({ caller, body, request, origin }) => {
    const { socialAccountId: id, mode: proxyMode, proxyId } = body;
    await changeProxy(deps, caller.workspaceId, id, { proxyMode, proxyId }, origin);
    return present(deps, caller.workspaceId, id, request);
  });

  mountManagement(mount, deps);
  mountImports(mount, deps);
  mountPairings(mount, deps);
  mountSettings(mount, deps);
  registerPurgeRoutes(mount, deps);

  mount(channelsApi.deskSocialAccounts, async ({ caller }) => {
    const { workspaceId, subAccountId } = caller;
    const accounts = await readForDesk(database, workspaceId, subAccountId);
    const ids = accounts.map((account) => account.id);
    const unread = await readUnread(database, workspaceId, subAccountId, ids);
    return accounts.map((account) =>
      presentForDesk(account, { subAccountId, unread: unread.get(account.id) }, deps),
    );
  });

  mount(channelsApi.muteSocialAccount, async ({ caller: { workspaceId, subAccountId }, body }) => {
    const { socialAccountId, muted } = body;
    await muteAccount(deps, workspaceId, subAccountId, socialAccountId, muted);
    return { socialAccountId, muted };
  });
}

function mountLists(mount: Mount, deps: ChannelsDeps): void {
  const { database } = deps;

  mount(channelsApi.socialAccountPage, async ({ caller, query, request }) => {
    const { workspaceId } = caller;
    const announced = await announcedFor(database, workspaceId, query);
    const { list, total } = await readPage(database, workspaceId, query, announced);
    return { list: await presentAll(deps, workspaceId, list, request), total };
  });

  mount(channelsApi.exportSocialAccounts, async (input) => {
    const { caller, query, request } = input;
    const { workspaceId } = caller;
    const announced = await announcedFor(database, workspaceId, query);
    return exportSpreadsheet(deps, input, {
      object: 'social-accounts',
      sheet: socialAccountSheet,
      async read(place) {
        const page = { ...query, ...place };
        const { list, nextCursor } = await readBatch(database, workspaceId, page, announced);
        return { list: await presentAll(deps, workspaceId, list, request), nextCursor };
      },
    });
  });

  mount(channelsApi.socialAccountNames, async ({ caller, query }) => ({
    list: await readNames(database, caller.workspaceId, query.ids.split(',')),
  }));

  mount(channelsApi.socialAccountSummary, async ({ caller: { workspaceId } }) => {
    const [summary, purge] = await Promise.all([
      readSummary(database, workspaceId),
      readPurgeFigures(database, workspaceId),
    ]);
    return { ...summary, purge };
  });
}

/** Returns the accounts whose deletion is announced where the filter asks for them. */
async function announcedFor(
  database: Database,
  workspaceId: WorkspaceId,
  { state }: Pick<AccountFilter, 'state'>,
): Promise<string[]> {
  if (state !== 'purge-announced') return [];
  return [...(await readPurgeDates(database, workspaceId, 'all')).keys()];
}

function mountManagement(mount: Mount, deps: ChannelsDeps): void {
  mount(channelsApi.renameSocialAccount, async ({ caller, body, request, origin }) => {
    await renameAccount(deps, caller.workspaceId, body.id, body.name, origin);
    return present(deps, caller.workspaceId, body.id, request);
  });

  mount(channelsApi.setSocialAccountGroups, async ({ caller, body, request, origin }) => {
    await setJoinsGroups(deps, caller.workspaceId, body.id, body.joinsGroups, origin);
    return present(deps, caller.workspaceId, body.id, request);
  });

  mount(channelsApi.socialAccountCredentials, async ({ caller, query }) => ({
    values: await readOpenCredentials(deps, caller.workspaceId, query.id),
  }));

  mount(channelsApi.replaceSocialAccountCredentials, async ({ caller, body, request, language, origin }) => {
    await withRequestSignal(request, (signal) =>
      replaceCredentials(deps, caller.workspaceId, body.id, body.credentials, { language, signal, origin }),
    );
    return present(deps, caller.workspaceId, body.id, request);
  });

  mount(channelsApi.moveSocialAccount, async ({ caller, body, request, origin }) => {
    await moveAccount(deps, caller.workspaceId, body.id, body.subAccountId, origin);
    return present(deps, caller.workspaceId, body.id, request);
  });

  mount(channelsApi.socialAccountContents, async ({ caller: { workspaceId }, query: { id } }) => {
    assertFound(await findAccount(deps.database, workspaceId, id));
    const [conversations, fans, quarantined] = await Promise.all([
      countConversations(deps.database, workspaceId, id),
      readFanCounts(deps.database, workspaceId, [id]),
      countByAccount(deps.database, workspaceId, [id]),
    ]);
    const { total = { new: 0, repeat: 0, base: 0 } } = fans.get(id) ?? {};
    return {
      conversations,
      fans: total.new + total.repeat + total.base,
      quarantined: quarantined.get(id) ?? 0,
    };
  });

  mount(templatesApi.fetchMessageTemplates, ({ caller: { workspaceId }, body, request }) =>
    withRequestSignal(request, (signal) =>
      fetchTemplates(deps, { workspaceId, id: body.socialAccountId }, signal),
    ),
  );

  mount(channelsApi.deleteSocialAccount, async ({ caller, body, origin }) => {
    await deleteAccount(deps, caller.workspaceId, body.id, origin);
    return null;
  });
}

function mountImports(mount: Mount, deps: ChannelsDeps): void {
  mount(channelsApi.startHistoryImport, async ({ caller, body, request, origin }) => {
    await startImport(deps, caller.workspaceId, body.id, body.range, origin);
    return present(deps, caller.workspaceId, body.id, request);
  });

  mount(channelsApi.retryHistoryImport, async ({ caller, body, request, origin }) => {
    await retryImport(deps, caller.workspaceId, body.id, origin);
    return present(deps, caller.workspaceId, body.id, request);
  });

  mount(channelsApi.cancelHistoryImport, async ({ caller, body, request, origin }) => {
    await cancelImport(deps, caller.workspaceId, body.id, origin);
    return present(deps, caller.workspaceId, body.id, request);
  });
}

function mountPairings(mount: Mount, deps: PairingServiceDeps): void {
  registerPairingRoutes(mount, {
    ...deps,
    presentAccount: (workspaceId, id, request) => presentIfThere(deps, workspaceId, id, request),
  });
}

function mountSettings(mount: Mount, { database }: ChannelsDeps): void {
  mount(channelsApi.socialAccountSettings, async ({ caller }) => ({
    inactiveAfterDays: await inactiveDaysOf(database, caller.workspaceId),
  }));

  mount(channelsApi.setSocialAccountSettings, async ({ caller, body, origin }) => {
    await transaction(database, async (tx) => {
      const after = body.inactiveAfterDays;
      const before = await setInactiveDays(tx, caller.workspaceId, after);
      if (before === after) return;
      await requireBeforePurge(tx, caller.workspaceId, after);
      await record(tx, origin, {
        action: 'workspace-settings.changed',
        object: { kind: 'settings', id: 'inactive-days' },
        details: changesOf({ inactiveAfterDays: before }, { inactiveAfterDays: after }),
      });
    });
    return { inactiveAfterDays: body.inactiveAfterDays };
  });
}

async function presentIfThere(
  deps: ChannelsDeps,
  workspaceId: WorkspaceId,
  id: string,
  request: FastifyRequest,
) {
  const item = await readOne(deps.database, workspaceId, id);
  return item && ((await presentAll(deps, workspaceId, [item], request))[0] ?? null);
}

async function present(deps: ChannelsDeps, workspaceId: WorkspaceId, id: string, request: FastifyRequest) {
  return assertFound(await presentIfThere(deps, workspaceId, id, request));
}

async function presentAll(
  deps: ChannelsDeps,
  workspaceId: WorkspaceId,
  items: readonly AccountItem[],
  request: FastifyRequest,
) {
  const { database, proxies, connectors } = deps;
  const ids = items.map(({ id }) => id);
  const [fans, egresses, quarantined, imports, purgeDates] = await Promise.all([
    readFanCounts(database, workspaceId, ids),
    proxies.findEgress(database, items),
    countByAccount(database, workspaceId, ids),
    latestImports(database, workspaceId, ids),
    readPurgeDates(database, workspaceId, ids),
  ]);
  const url = publicAddressOf(deps.publicUrl, request);
  return items.map((item) => {
    const { id, platform } = item;
    return presentAccount(
      item,
      {
        fans: fans.get(id),
        egress: egresses.get(id),
        quarantined: quarantined.get(id) ?? 0,
        latestImport: imports.get(id),
        pairs: connectors.get(platform)?.manifest.pairing !== undefined,
        purgeAt: purgeDates.get(id) ?? null,
      },
      url,
    );
  });
}
