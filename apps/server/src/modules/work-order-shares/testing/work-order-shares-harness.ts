/** Links to work orders and their holders on a real database, below HTTP. */
import type { SharedView } from '@parley/contract/work-order-shares';
import { createSecretBox } from '../../../base/crypto/secrets.ts';
import { connectDatabase, type Tx, transaction } from '../../../base/db/database.ts';
import { testDatabase } from '../../../base/db/testing/test-database.ts';
import { systemOrigin } from '../../../base/http/origin.ts';
import { newId, trustWorkspaceId, type WorkspaceId } from '../../../base/ids.ts';
import { createLog } from '../../../base/log.ts';
import { createPasses } from '../../../base/share-links/passes.ts';
import { statusOf } from '../../../base/share-links/policy.ts';
import { workspaces } from '../../../schema/workspaces.ts';
import { stillClock } from '../../../testing/test-clock.ts';
import { createFileAddresses } from '../../files/index.ts';
import * as chats from '../chats/service.ts';
import * as service from '../service.ts';
import { currentSigner } from '../snapshots/signing-keys.ts';
import { createShareViews } from '../view/views.ts';
import * as visits from '../visits.ts';
import { linkedOrders } from './linked-orders.ts';

export type SharesHarness = Awaited<ReturnType<typeof startSharesHarness>>;
export type SharesWorld = Awaited<ReturnType<SharesHarness['world']>>;

const secret = 'a secret for tests that is long enough to be taken';

export async function startSharesHarness() {
  const place = await testDatabase();
  const database = connectDatabase(place.url, createLog('silent'), 12);
  const clock = stillClock();
  const deps: chats.ChatDeps = {
    database,
    clock,
    secrets: createSecretBox([secret]),
    passes: createPasses([secret], 'work-order shares', clock),
    views: createShareViews(database, (share) => statusOf(share, clock.now()) === 'enabled', clock),
    fileAddresses: createFileAddresses(secret, clock.now),
    belongs: async (_workspaceId, tenantId) => tenantId === null,
  };
  return {
    database,
    databaseUrl: place.url,
    clock,
    secret,
    secrets: deps.secrets,
    work: <T>(run: (tx: Tx) => Promise<T>): Promise<T> => transaction(database, run),
    /** Returns the id of the key that signs closed days, which is created if missing. */
    signingKeyId: async () =>
      (await transaction(database, (tx) => currentSigner(tx, deps.secrets, new Date(clock.now())))).keyId,
    /** Advances the clock past the cache time of a view. */
    later: () => clock.advance(1_000),
    world: () => openWorld(deps, clock),
    ...holdersOf(deps),
    async close() {
      await database.close();
      await place.drop();
    },
  };
}

function holdersOf(deps: chats.ChatDeps) {
  let addresses = 0;
  const newAddress = () => `198.18.0.${++addresses}`;
  const open = (token: string, password?: string, address = newAddress()) =>
    visits.openShare(deps, { token, password, address, tenantId: null });
  const visitOf = (token: string, pass = '') => ({ token, pass, tenantId: null });
  return {
    newAddress,
    open,
    /** Opens a link with its password, and returns the pass. */
    passOf: async (token: string, password: string) => (await open(token, password)).pass ?? '',
    async view(token: string, pass?: string): Promise<SharedView> {
      const { bodies } = await visits.readShared(deps, visitOf(token, pass));
      return JSON.parse(bodies.plain.toString()).data;
    },
    wholeOrder: (token: string, position: number) => visits.readSharedOrder(deps, visitOf(token), position),
    chats: (token: string, cursor?: string, pass?: string) =>
      chats.listChats(deps, visitOf(token, pass), cursor),
    readChat: (token: string, chat: string, since?: number) =>
      chats.readSharedChat(deps, visitOf(token), chat, { since }),
    linkToFile: (token: string, chat: string, seq: number) =>
      chats.linkToFile(deps, visitOf(token), chat, seq),
  };
}

/** Opens a workspace with the operations of its owner. */
async function openWorld(deps: chats.ChatDeps, clock: ReturnType<typeof stillClock>) {
  const { database } = deps;
  const workspaceId = trustWorkspaceId(newId());
  await database.db.insert(workspaces).values({ id: workspaceId });
  const origin = { ...systemOrigin, actor: { kind: 'owner', id: null, workspaceId } as const };
  const createShare = (form: service.ShareForm) => service.createShare(deps, workspaceId, form, origin);
  return {
    workspaceId,
    ...linkedOrders(() => ({ database, clock, workspaceId, createShare })),
    ...ownersActs(deps, workspaceId, origin),
  };
}

function ownersActs(deps: chats.ChatDeps, workspaceId: WorkspaceId, origin: typeof systemOrigin) {
  return {
    get: (shareId: string) => service.getShare(deps, workspaceId, shareId),
    enable: (shareId: string, enabled: boolean) =>
      service.setEnabled(deps, workspaceId, { shareId, enabled }, origin),
    cancel: (shareId: string) => service.cancelShare(deps, workspaceId, shareId, origin),
    remove: (shareId: string) => service.deleteShare(deps, workspaceId, shareId, origin),
    passwordOf: (workOrderId: string) => service.readPassword(deps, workspaceId, workOrderId),
    setPassword: (workOrderId: string, password: string) =>
      service.setPassword(deps, workspaceId, { workOrderId, password }, origin),
    list: async (filter: Partial<Parameters<typeof service.listShares>[2]>) => {
      const page = { pageNo: 1, pageSize: 20, sort: 'sharedAt.desc' } as const;
      return (await service.listShares(deps, workspaceId, { ...page, ...filter })).list;
    },
  };
}
