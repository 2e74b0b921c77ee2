import { completeUpload, presignUpload } from '@parley/contract/files';
import type { Mount } from '../../base/http/mount.ts';
import { type BytesDeps, registerBytesRoutes } from './bytes-routes.ts';
import { fileUrl, finishUpload, presign, uploaderOf } from './service.ts';

export async function registerRoutes(mount: Mount, deps: BytesDeps): Promise<void> {
  mount(presignUpload, ({ caller, query }) => presign(deps, uploaderOf(caller), query));
  mount(completeUpload, async ({ caller, body: { fileId } }) => {
    await finishUpload(deps, uploaderOf(caller), fileId);
    return { fileId, url: fileUrl(fileId) };
  });
  await registerBytesRoutes(deps);
}
