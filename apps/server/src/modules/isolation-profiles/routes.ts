import * as isolationProfilesApi from '@parley/contract/isolation-profiles';
import type { Mount } from '../../base/http/mount.ts';
import { getProfile, type IsolationDeps, suggestProfile, updateProfile } from './service.ts';

export function registerRoutes(mount: Mount, deps: IsolationDeps): void {
  mount(isolationProfilesApi.getIsolationProfile, ({ caller, query }) =>
    getProfile(deps.database, caller.workspaceId, query.socialAccountId),
  );

  mount(isolationProfilesApi.updateIsolationProfile, ({ caller, body, language, origin }) =>
    updateProfile(deps, caller.workspaceId, body, language, origin),
  );

  mount(isolationProfilesApi.suggestIsolationProfile, ({ caller, body }) =>
    suggestProfile(deps, caller.workspaceId, body.socialAccountId),
  );
}
