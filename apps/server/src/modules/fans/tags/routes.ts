import * as fanTagsApi from '@parley/contract/fan-tags';
import type { Mount } from '../../../base/http/mount.ts';
import { notifyDesks, type TagDesks } from './notify-desks.ts';
import { applyTags, createTag, deleteTag, mergeTags, updateTag } from './service.ts';
import { readTags } from './store.ts';
import { registerTaggingRoutes } from './taggings/routes.ts';

export function registerTagRoutes(mount: Mount, deps: TagDesks): void {
  const { database } = deps;
  registerTaggingRoutes(mount, deps);

  mount(fanTagsApi.listFanTags, async ({ caller }) => ({
    list: await readTags(database, caller.workspaceId),
  }));

  mount(fanTagsApi.createFanTag, ({ caller, body, origin }) =>
    createTag(database, caller.workspaceId, body, origin),
  );

  mount(fanTagsApi.updateFanTag, async ({ caller, body, origin }) => {
    const updated = await updateTag(database, caller.workspaceId, body, origin);
    await notifyDesks(deps, caller.workspaceId, null);
    return updated;
  });

  mount(fanTagsApi.deleteFanTag, async ({ caller, body, origin }) => {
    await deleteTag(database, caller.workspaceId, body.tagId, origin);
    await notifyDesks(deps, caller.workspaceId, null);
    return {};
  });

  mount(fanTagsApi.mergeFanTags, async ({ caller, body, origin }) => {
    await mergeTags(database, caller.workspaceId, body, origin);
    await notifyDesks(deps, caller.workspaceId, null);
    return {};
  });

  mount(fanTagsApi.applyFanTags, async ({ caller, body, origin }) => {
    const changed = await applyTags(database, caller.workspaceId, body, origin);
    if (changed > 0) await notifyDesks(deps, caller.workspaceId, body.rowIds);
    return { changed };
  });
}
