import * as fanTagsApi from '@parley/contract/fan-tags';
import type { Database } from '../../../base/db/database.ts';
import type { Mount } from '../../../base/http/mount.ts';
import { applyTags, createTag, deleteTag, mergeTags, updateTag } from './service.ts';
import { readTags } from './store.ts';
import { registerTaggingRoutes } from './taggings/routes.ts';

export function registerTagRoutes(mount: Mount, { database }: { database: Database }): void {
  registerTaggingRoutes(mount, { database });

  mount(fanTagsApi.listFanTags, async ({ caller }) => ({
    list: await readTags(database, caller.workspaceId),
  }));

  mount(fanTagsApi.createFanTag, ({ caller, body, origin }) =>
    createTag(database, caller.workspaceId, body, origin),
  );

  mount(fanTagsApi.updateFanTag, ({ caller, body, origin }) =>
    updateTag(database, caller.workspaceId, body, origin),
  );

  mount(fanTagsApi.deleteFanTag, async ({ caller, body, origin }) => {
    await deleteTag(database, caller.workspaceId, body.tagId, origin);
    return {};
  });

  mount(fanTagsApi.mergeFanTags, async ({ caller, body, origin }) => {
    await mergeTags(database, caller.workspaceId, body, origin);
    return {};
  });

  mount(fanTagsApi.applyFanTags, async ({ caller, body, origin }) => ({
    changed: await applyTags(database, caller.workspaceId, body, origin),
  }));
}
