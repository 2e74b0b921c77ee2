import * as contract from '@parley/contract';
import type { FastifyRequest } from 'fastify';
import { found } from '../../base/http/app-error.ts';
import type { Mount } from '../../base/http/mount.ts';
import { whileAsked } from '../../base/http/while-asked.ts';
import type { WorkspaceId } from '../../base/ids.ts';
import { readUnread } from '../conversations/index.ts';
import { readFanCounts } from '../fans/index.ts';
import { presentAccount, presentCapabilities, presentPlatforms } from './presenter.ts';
import { type AccountItem, readOfSubAccount, readOne, readPage } from './queries.ts';
import { addAccount, type ChannelsDeps, changeProxy, switchAccount } from './service.ts';

export function registerRoutes(mount: Mount, deps: ChannelsDeps): void {
  const { database, connectors } = deps;

  mount(contract.platformList, async ({ language }) => presentPlatforms(connectors, language));

  mount(contract.socialAccountPage, async ({ caller, query, request }) => {
    const { list, total } = await readPage(database, caller.workspaceId, query);
    return { list: await presentAll(deps, caller.workspaceId, list, request), total };
  });

  mount(contract.addSocialAccount, async ({ caller, body, request, language, origin }) =>
    present(
      deps,
      caller.workspaceId,
      await whileAsked(request, (signal) =>
        addAccount(deps, caller.workspaceId, body, { language, signal, origin }),
      ),
      request,
    ),
  );

  mount(contract.setSocialAccountEnabled, async ({ caller, body, request, origin }) => {
    await switchAccount(deps, caller.workspaceId, body.id, body.enabled, origin);
    return present(deps, caller.workspaceId, body.id, request);
  });

  mount(contract.setSocialAccountProxy, async ({ caller, body, request, origin }) => {
    const { socialAccountId: id, mode: proxyMode, proxyId } = body;
    await changeProxy(deps, caller.workspaceId, id, { proxyMode, proxyId }, origin);
    return present(deps, caller.workspaceId, id, request);
  });

  mount(contract.deskSocialAccounts, async ({ caller }) => {
    const accounts = await readOfSubAccount(database, caller.workspaceId, caller.subAccountId);
    const ids = accounts.map((account) => account.id);
    const unread = await readUnread(database, caller.workspaceId, ids);
    return accounts.map(({ id, platform, name, handle, state, stateReason }) => {
      const manifest = connectors.get(platform)?.manifest;
      const capabilities = manifest ? presentCapabilities(manifest.capabilities) : null;
      return { id, platform, name, handle, state, stateReason, unread: unread.get(id) ?? 0, capabilities };
    });
  });
}

async function present(deps: ChannelsDeps, workspaceId: WorkspaceId, id: string, request: FastifyRequest) {
  const item = found(await readOne(deps.database, workspaceId, id));
  return found((await presentAll(deps, workspaceId, [item], request))[0]);
}

async function presentAll(
  deps: ChannelsDeps,
  workspaceId: WorkspaceId,
  items: readonly AccountItem[],
  request: FastifyRequest,
) {
  const { database, proxies } = deps;
  const ids = items.map(({ id }) => id);
  const [fans, ways] = await Promise.all([
    readFanCounts(database, workspaceId, ids),
    proxies.ways(database, items),
  ]);
  const url = addressOf(deps, request);
  return items.map((item) => presentAccount(item, { fans: fans.get(item.id), way: ways.get(item.id) }, url));
}

/** Where a website finds the widget: the installation's public address, or the one that the owner uses now. */
function addressOf({ publicUrl }: ChannelsDeps, request: FastifyRequest): string {
  return publicUrl ?? `${request.protocol}://${request.host}`;
}
