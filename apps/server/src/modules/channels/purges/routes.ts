import * as channelsApi from '@parley/contract/channels';
import type { Mount } from '../../../base/http/mount.ts';
import { changePurge, type PurgeDeps, readPreview, readPurge } from './service.ts';

export function registerPurgeRoutes(mount: Mount, deps: PurgeDeps): void {
  const { database } = deps;

  mount(channelsApi.getAccountPurge, ({ caller }) => readPurge(database, caller.workspaceId));

  mount(channelsApi.previewAccountPurge, ({ caller, query }) =>
    readPreview(database, caller.workspaceId, query.afterDays),
  );

  mount(channelsApi.setAccountPurge, ({ caller, body, origin }) =>
    changePurge(deps, caller.workspaceId, body, origin),
  );
}
