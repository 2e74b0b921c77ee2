import * as channelsApi from '@parley/contract/channels';
import type { Mount } from '../../../base/http/mount.ts';
import { recordHourly } from '../../audit/index.ts';
import { createSerialQueue } from './serial-queue.ts';
import { discard, type RetryDeps, retry } from './service.ts';
import * as store from './store.ts';

export function registerQuarantineRoutes(mount: Mount, deps: Omit<RetryDeps, 'runSerially'>): void {
  const { database } = deps;

  mount(channelsApi.quarantinePage, async ({ caller, query, origin }) => {
    await recordHourly(database, origin, {
      action: 'chat-history.read',
      object: { kind: 'records', id: 'quarantine' },
    });
    const { workspaceId } = caller;
    const { list, total } = await store.readPage(database, workspaceId, query);
    const evicted = await store.countEvicted(database, workspaceId, query.socialAccountId);
    return { list: list.map(present), total, evicted };
  });

  const retrying = { ...deps, runSerially: createSerialQueue() };
  mount(channelsApi.retryQuarantined, ({ caller, body, origin }) =>
    retry(retrying, caller.workspaceId, body.ids, origin),
  );

  mount(channelsApi.discardQuarantined, async ({ caller, body, origin }) => ({
    changed: await discard(deps, caller.workspaceId, body.ids, origin),
  }));
}

function present(item: store.QuarantineItem): channelsApi.QuarantinedMessage {
  return {
    id: item.id,
    socialAccountId: item.socialAccountId,
    socialAccountName: item.socialAccountName,
    platform: item.platform,
    reason: item.reason,
    excerpt: item.payload,
    retryable: !item.truncated,
    attempts: item.attempts,
    receivedAt: item.receivedAt.getTime(),
    lastTriedAt: item.lastTriedAt.getTime(),
  };
}
