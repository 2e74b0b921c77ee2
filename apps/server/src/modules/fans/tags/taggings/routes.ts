import * as fanTagsApi from '@parley/contract/fan-tags';
import type { Mount } from '../../../../base/http/mount.ts';
import { notifyDesks, type TagDesks } from '../notify-desks.ts';
import { presentTagging } from './presenter.ts';
import { cancelTagging, startTagging } from './service.ts';
import { findLatest } from './store.ts';

export function registerTaggingRoutes(mount: Mount, deps: TagDesks): void {
  const { database } = deps;
  mount(fanTagsApi.startFanTagging, async ({ caller, body, origin }) =>
    presentTagging(await startTagging(database, caller.workspaceId, body, origin)),
  );

  mount(fanTagsApi.latestFanTagging, async ({ caller }) => {
    const latest = await findLatest(database, caller.workspaceId);
    return latest && presentTagging(latest);
  });

  mount(fanTagsApi.cancelFanTagging, async ({ caller, body, origin }) => {
    const cancelled = await cancelTagging(database, caller.workspaceId, body.taggingId, origin);
    await notifyDesks(deps, caller.workspaceId, null);
    return presentTagging(cancelled);
  });
}
