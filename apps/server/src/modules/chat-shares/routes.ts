import * as api from '@parley/contract/chat-shares';
import type { Clock } from '../../base/clock.ts';
import type { SecretBox } from '../../base/crypto/secrets.ts';
import type { Database } from '../../base/db/database.ts';
import { addressKey } from '../../base/http/address.ts';
import type { Admission } from '../../base/http/admission.ts';
import type { Mount } from '../../base/http/mount.ts';
import { createPasses } from '../../base/share-links/passes.ts';
import { shareVisitOf } from '../../base/share-links/visit.ts';
import type { FileAddresses } from '../files/index.ts';
import * as service from './service.ts';
import * as visits from './visits.ts';

export type ChatShareRouteDeps = {
  database: Database;
  clock: Clock;
  secrets: SecretBox;
  /** The installation's secrets, the current one first. */
  appSecrets: readonly [string, ...string[]];
  admission: Pick<Admission, 'belongs'>;
  fileAddresses: FileAddresses;
};

export function registerRoutes(mount: Mount, { appSecrets, admission, ...base }: ChatShareRouteDeps): void {
  const passes = createPasses(appSecrets, 'chat shares', base.clock);
  mountForOwners(mount, base);
  mountForVisitors(mount, { ...base, passes, belongs: admission.belongs });
}

function mountForOwners(mount: Mount, deps: service.ChatShareDeps): void {
  mount(api.chatSharePage, ({ caller, query }) => service.listShares(deps, caller.workspaceId, query));

  mount(api.getChatShare, ({ caller, query }) => service.getShare(deps, caller.workspaceId, query.shareId));

  mount(api.createChatShare, ({ caller, body, origin }) =>
    service.createShare(deps, caller.workspaceId, body, origin),
  );

  mount(api.updateChatShare, ({ caller, body, origin }) =>
    service.updateShare(deps, caller.workspaceId, body, origin),
  );

  mount(api.setChatShareEnabled, ({ caller, body, origin }) =>
    service.setEnabled(deps, caller.workspaceId, body, origin),
  );

  mount(api.cancelChatShare, ({ caller, body, origin }) =>
    service.cancelShare(deps, caller.workspaceId, body.shareId, origin),
  );

  mount(api.deleteChatShare, async ({ caller, body, origin }) => {
    await service.deleteShare(deps, caller.workspaceId, body.shareId, origin);
    return null;
  });

  mount(api.getChatSharePassword, async ({ caller, query }) => ({
    password: await service.readPassword(deps, caller.workspaceId, query.shareId),
  }));
}

function mountForVisitors(mount: Mount, deps: visits.ChatVisitDeps): void {
  mount(api.openChatShare, ({ body, request, tenantId }) =>
    visits.openShare(deps, { ...body, address: addressKey(request), tenantId }),
  );

  mount(api.readChatShare, ({ query, request, tenantId }) =>
    visits.readShared(deps, shareVisitOf(request.headers, query, tenantId), query),
  );

  mount(api.sharedFileLink, ({ query, request, tenantId }) =>
    visits.linkToFile(deps, shareVisitOf(request.headers, query, tenantId), query.seq),
  );
}
