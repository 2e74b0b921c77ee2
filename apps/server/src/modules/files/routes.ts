import { completeUpload, presignUpload } from '@parley/contract/files';
import type { CallerOf } from '../../base/http/caller.ts';
import type { Mount } from '../../base/http/mount.ts';
import { type BytesDeps, registerBytesRoutes } from './bytes-routes.ts';
import { complete, fileUrl, presign } from './service.ts';
import type { FileOwner } from './store.ts';

export async function registerRoutes(mount: Mount, deps: BytesDeps): Promise<void> {
  mount(presignUpload, ({ caller, query }) => presign(deps, ownerOf(caller), query));
  mount(completeUpload, async ({ caller, body: { fileId } }) => {
    await complete(deps, ownerOf(caller), fileId);
    return { fileId, url: fileUrl(fileId) };
  });
  await registerBytesRoutes(deps);
}

function ownerOf(caller: CallerOf<typeof presignUpload>): FileOwner {
  return caller.audience === 'operator' ? null : caller.workspaceId;
}
