/** Uploads files as a client does, for tests. */

import type * as contract from '@parley/contract';
import * as filesApi from '@parley/contract/files';
import { png } from './small-files.ts';
import type { TestApp } from './test-app.ts';

export type UploadOptions = {
  purpose?: filesApi.FilePurpose;
  contentType?: string;
  size?: number;
  fileName?: string;
};

/** Returns the query for a picture of one pixel, unless overridden. */
export const uploadQuery = ({ purpose, contentType, size, fileName }: UploadOptions = {}) => ({
  purpose: purpose ?? ('avatar' as const),
  contentType: contentType ?? 'image/png',
  size: size ?? png.length,
  fileName: fileName ?? 'me.png',
});

export type Presigned = contract.AnswerOf<typeof filesApi.presignUpload>;

/** Creates uploads for tests. `app` may start later: it is called with each upload. */
export function createUploads(app: () => Pick<TestApp, 'url' | 'call'>) {
  const presign = (token: string, wanted: UploadOptions = {}): Promise<Presigned> =>
    app().call(filesApi.presignUpload, { query: uploadQuery(wanted) }, token);

  /** Uploads the bytes. Returns the status. */
  async function put(
    { uploadUrl, headers }: Presigned,
    bytes: Uint8Array,
    over: Record<string, string> = {},
  ): Promise<number> {
    const body = Uint8Array.from(bytes);
    const url = new URL(uploadUrl, app().url);
    return (await fetch(url, { method: 'PUT', headers: { ...headers, ...over }, body })).status;
  }

  const complete = (token: string, fileId: string) =>
    app().call(filesApi.completeUpload, { body: { fileId } }, token);

  const get = (fileId: string, token?: string) =>
    fetch(`${app().url}/api/files/${fileId}`, token ? { headers: { authorization: `Bearer ${token}` } } : {});

  /** Uploads a file completely. Returns its id. */
  async function upload(token: string, wanted: UploadOptions = {}, bytes: Uint8Array = png): Promise<string> {
    const presigned = await presign(token, { size: bytes.length, ...wanted });
    const status = await put(presigned, bytes);
    if (status !== 200) throw new Error(`an upload was answered with ${status}`);
    return (await complete(token, presigned.fileId)).fileId;
  }

  return { presign, put, complete, get, upload };
}
