import * as filesApi from '@parley/contract/files';
import type { TestApp } from './test-app.ts';

/** One red pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

/** Uploads a picture as a browser does, including the completion. Returns its id. The app needs a `DATA_DIR`. */
export async function uploadPicture(
  app: TestApp,
  token: string,
  purpose: filesApi.FilePurpose,
): Promise<string> {
  const query = { fileName: 'pixel.png', contentType: 'image/png', size: pixel.length, purpose };
  const put = await app.call(filesApi.presignUpload, { query }, token);
  const address = new URL(put.uploadUrl, app.url);
  const answer = await fetch(address, { method: put.method, headers: put.headers, body: pixel });
  if (answer.status !== 200) throw new Error(`the upload was answered ${answer.status}`);
  const { fileId } = await app.call(filesApi.completeUpload, { body: { fileId: put.fileId } }, token);
  return fileId;
}
