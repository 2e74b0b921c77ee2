import * as api from '@parley/contract/work-order-shares';
import type { Clock } from '../../base/clock.ts';
import type { SecretBox } from '../../base/crypto/secrets.ts';
import type { Database } from '../../base/db/database.ts';
import { addressKey } from '../../base/http/address.ts';
import type { Admission } from '../../base/http/admission.ts';
import { AppError } from '../../base/http/app-error.ts';
import type { Mount } from '../../base/http/mount.ts';
import { createPasses } from '../../base/share-links/passes.ts';
import { statusOf } from '../../base/share-links/policy.ts';
import { shareVisitOf } from '../../base/share-links/visit.ts';
import { exportSpreadsheet } from '../audit/index.ts';
import type { FileAddresses } from '../files/index.ts';
import * as chats from './chats/service.ts';
import { readOrderNames, readShareBatch } from './queries.ts';
import * as service from './service.ts';
import { readSnapshotFile } from './snapshots/service.ts';
import { readKeys } from './snapshots/store.ts';
import { type ExportedShare, shareSheet } from './spreadsheet.ts';
import { createShareViews } from './view/views.ts';
import * as visits from './visits.ts';

export type RouteDeps = {
  database: Database;
  clock: Clock;
  secrets: SecretBox;
  /** The installation's secrets, the current one first. */
  appSecrets: readonly [string, ...string[]];
  admission: Pick<Admission, 'belongs'>;
  fileAddresses: FileAddresses;
};

export function registerRoutes(mount: Mount, { appSecrets, admission, ...base }: RouteDeps): void {
  const { database, clock } = base;
  const isOpen = (share: Parameters<typeof statusOf>[0]) => statusOf(share, clock.now()) === 'enabled';
  const views = createShareViews(database, isOpen, clock);
  const deps = {
    ...base,
    views,
    passes: createPasses(appSecrets, 'work-order shares', clock),
    belongs: admission.belongs,
  };
  mountForOwners(mount, deps);
  mountForVisitors(mount, deps);
  mountChats(mount, deps);
}

function mountForOwners(mount: Mount, deps: service.ShareDeps): void {
  mount(api.workOrderSharePage, ({ caller, query }) => service.listShares(deps, caller.workspaceId, query));

  mount(api.exportWorkOrderShares, async (request) => {
    const { workspaceId } = request.caller;
    const { query } = request;
    if (query.workOrderId !== undefined)
      await service.nameOfOrder(deps.database, workspaceId, query.workOrderId);
    return exportSpreadsheet<ExportedShare>(deps, request, {
      object: 'work-order-shares',
      sheet: shareSheet,
      async read(place, { now }) {
        const batch = { ...query, ...place };
        const { list, nextCursor } = await readShareBatch(deps.database, workspaceId, batch, new Date(now));
        return { list: list.map((share) => ({ ...share, status: statusOf(share, now) })), nextCursor };
      },
    });
  });

  mount(api.getWorkOrderShare, ({ caller, query }) =>
    service.getShare(deps, caller.workspaceId, query.shareId),
  );

  mount(api.createWorkOrderShare, ({ caller, body, origin }) =>
    service.createShare(deps, caller.workspaceId, body, origin),
  );

  mount(api.updateWorkOrderShare, ({ caller, body, origin }) =>
    service.updateShare(deps, caller.workspaceId, body, origin),
  );

  mount(api.setWorkOrderShareEnabled, ({ caller, body, origin }) =>
    service.setEnabled(deps, caller.workspaceId, body, origin),
  );

  mount(api.cancelWorkOrderShare, ({ caller, body, origin }) =>
    service.cancelShare(deps, caller.workspaceId, body.shareId, origin),
  );

  mount(api.deleteWorkOrderShare, async ({ caller, body, origin }) => {
    await service.deleteShare(deps, caller.workspaceId, body.shareId, origin);
    return null;
  });

  mount(api.getWorkOrderSharePassword, async ({ caller, query }) => ({
    password: await service.readPassword(deps, caller.workspaceId, query.workOrderId),
  }));

  mount(api.setWorkOrderSharePassword, async ({ caller, body, origin }) => {
    await service.setPassword(deps, caller.workspaceId, body, origin);
    return null;
  });

  mount(api.workOrderSnapshots, async ({ caller: { workspaceId }, query: { workOrderId } }) => {
    const names = await readOrderNames(deps.database, workspaceId, [workOrderId]);
    if (names.size === 0) throw new AppError('work-order.not-found');
    return fileOf(await readSnapshotFile(deps.database, { workspaceId, workOrderId }));
  });
}

function mountForVisitors(mount: Mount, deps: visits.VisitDeps): void {
  const { database } = deps;

  mount(api.openWorkOrderShare, ({ body, request, tenantId }) =>
    visits.openShare(deps, { ...body, address: addressKey(request), tenantId }),
  );

  mount(api.readWorkOrderShare, ({ query, request, tenantId }) =>
    visits.readShared(deps, shareVisitOf(request.headers, query, tenantId)),
  );

  mount(api.sharedSnapshots, async ({ query, request, tenantId }) => {
    const visit = shareVisitOf(request.headers, query, tenantId);
    const key = await visits.readSharedOrder(deps, visit, query.order);
    return fileOf(await readSnapshotFile(database, key));
  });

  mount(api.snapshotPublicKeys, async () => ({
    keys: (await readKeys(database)).map(({ id, publicKey, createdAt, replacedAt }) => ({
      id,
      publicKey,
      createdAt: createdAt.getTime(),
      replacedAt: replacedAt?.getTime() ?? null,
    })),
  }));
}

function mountChats(mount: Mount, deps: chats.ChatDeps): void {
  mount(api.sharedChats, ({ query, request, tenantId }) =>
    chats.listChats(deps, shareVisitOf(request.headers, query, tenantId), query.cursor),
  );

  mount(api.readSharedChat, ({ query, request, tenantId }) =>
    chats.readSharedChat(deps, shareVisitOf(request.headers, query, tenantId), query.chat, query),
  );

  mount(api.sharedChatFile, ({ query, request, tenantId }) =>
    chats.linkToFile(deps, shareVisitOf(request.headers, query, tenantId), query.chat, query.seq),
  );
}

/** Copies the file with mutable arrays and objects, as the response type requires. */
const fileOf = ({ format, keys, snapshots }: api.SnapshotFile) => ({
  format,
  keys: { ...keys },
  snapshots: [...snapshots],
});
