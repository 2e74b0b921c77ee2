import * as contract from '@parley/contract';
import type { Mount } from '../../base/http/mount.ts';
import { getProfile, type IsolationDeps, suggestProfile, updateProfile } from './service.ts';

export function registerRoutes(mount: Mount, deps: IsolationDeps): void {
  mount(contract.getIsolationProfile, ({ caller, query }) =>
    getProfile(deps, deps.database, caller.workspaceId, query.socialAccountId),
  );

  mount(contract.updateIsolationProfile, ({ caller, body, language, origin }) =>
    updateProfile(deps, caller.workspaceId, body, language, origin),
  );

  mount(contract.suggestIsolationProfile, ({ caller, body }) =>
    suggestProfile(deps, caller.workspaceId, body.socialAccountId),
  );
}
