import type { CustomerProfile } from '@parley/contract/customer-profiles';
import * as customerProfilesApi from '@parley/contract/customer-profiles';
import * as fansApi from '@parley/contract/fans';
import { storableText } from '../../base/db/storable-text.ts';
import type { Mount } from '../../base/http/mount.ts';
import { type ProfileDeps, readProfile, readRowProfile, saveProfile, saveRowProfile } from './service.ts';

export function registerRoutes(mount: Mount, deps: ProfileDeps): void {
  mount(customerProfilesApi.getCustomerProfile, ({ caller, query }) =>
    readProfile(deps, caller, query.conversationId),
  );

  mount(customerProfilesApi.saveCustomerProfile, ({ caller, body }) =>
    saveProfile(deps, caller, { ...body, notes: storableText(body.notes) }),
  );

  mount(fansApi.getFanProfile, async ({ caller, query }) =>
    presentNote(await readRowProfile(deps, caller.workspaceId, query.rowId)),
  );

  mount(fansApi.updateFan, async ({ caller, body: { note, ...body }, origin }) =>
    presentNote(await saveRowProfile(deps, caller, { ...body, notes: storableText(note) }, origin)),
  );
}

const presentNote = ({ alias, phone, notes, shared, version }: CustomerProfile) => ({
  alias,
  phone,
  note: notes,
  shared,
  version,
});
