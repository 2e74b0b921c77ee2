import * as customerProfilesApi from '@parley/contract/customer-profiles';
import { storable } from '../../base/db/storable.ts';
import type { Mount } from '../../base/http/mount.ts';
import { type ProfileDeps, readProfile, saveProfile } from './service.ts';

export function registerRoutes(mount: Mount, deps: ProfileDeps): void {
  mount(customerProfilesApi.getCustomerProfile, ({ caller, query }) =>
    readProfile(deps, caller, query.conversationId),
  );

  mount(customerProfilesApi.saveCustomerProfile, ({ caller, body }) =>
    saveProfile(deps, caller, { ...body, notes: storable(body.notes) }),
  );
}
