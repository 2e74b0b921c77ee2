/** In-memory uploads: the requests before and after a file is sent. */
import * as filesApi from '@parley/contract/files';
import { type Route, route } from './route.ts';
import { sampleId, sampleTime } from './samples.ts';

/** `files` counts up for the file ids. */
export function uploadRoutes(account: { files: number }): Route[] {
  return [
    route(filesApi.presignUpload, ({ query }) => {
      account.files += 1;
      const fileId = sampleId(8, 100 + account.files);
      return {
        fileId,
        uploadUrl: `/api/files/upload/${fileId}`,
        method: 'PUT' as const,
        headers: { 'content-type': query.contentType },
        expiresAt: sampleTime + 600_000,
      };
    }),
    route(filesApi.completeUpload, ({ body }) => ({
      fileId: body.fileId,
      url: `/api/files/${body.fileId}`,
    })),
  ];
}
