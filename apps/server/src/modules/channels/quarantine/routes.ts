import * as contract from '@parley/contract';
import { transaction } from '../../../base/db/database.ts';
import { found } from '../../../base/http/app-error.ts';
import type { Mount } from '../../../base/http/mount.ts';
import { recordHourly } from '../../audit/index.ts';
import { type RetryDeps, recordOf, retry } from './service.ts';
import * as store from './store.ts';

export function registerQuarantineRoutes(mount: Mount, deps: RetryDeps): void {
  const { database } = deps;

  mount(contract.quarantinePage, async ({ caller, query, origin }) => {
    await recordHourly(database, origin, {
      action: 'chat-history.read',
      object: { kind: 'records', id: 'quarantine' },
    });
    const { workspaceId } = caller;
    const { list, total } = await store.readPage(database, workspaceId, query);
    const evicted = await store.countEvicted(database, workspaceId, query.socialAccountId);
    return { list: list.map(present), total, evicted };
  });

  mount(contract.retryQuarantined, ({ caller, body, origin }) =>
    retry(deps, caller.workspaceId, body.ids, origin),
  );

  mount(contract.discardQuarantined, ({ caller: { workspaceId }, body, origin }) =>
    transaction(database, async (tx) => {
      const ids = [...new Set(body.ids)];
      const there = await store.readToRetry(tx, workspaceId, ids);
      if (there.length < ids.length) found(null);
      await recordOf(tx, origin, 'quarantine.discarded', there);
      return { changed: await store.discard(tx, workspaceId, ids) };
    }),
  );
}

function present(item: store.QuarantineItem): contract.QuarantinedMessage {
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
