/** The visitor's endpoints for files. */
import type { AnswerOf } from '@parley/contract';
import type { visitorFileLink, visitorUpload, visitorUploadComplete } from '@parley/contract/visitor';
import type { Call, Result } from '../chat/api.ts';

export type FilesApi = {
  /** Uploads a file. `onProgress` receives values from 0 to 1. */
  upload(
    token: string,
    file: File,
    onProgress: (share: number) => void,
  ): Promise<Result<AnswerOf<typeof visitorUploadComplete>>>;
  /** Returns absolute URLs. */
  fileLink(token: string, fileId: string): Promise<Result<AnswerOf<typeof visitorFileLink>>>;
};

const uploadPath: (typeof visitorUpload)['path'] = '/api/visitor/uploads';
const completePath: (typeof visitorUploadComplete)['path'] = '/api/visitor/uploads/complete';

/** Uploads bytes; not with `fetch`, which can't report progress. Resolves to false if they didn't arrive. */
export type PutFile = (
  url: string,
  headers: Readonly<Record<string, string>>,
  file: File,
  onProgress: (share: number) => void,
) => Promise<boolean>;

const putByRequest: PutFile = (url, headers, file, onProgress) =>
  new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('PUT', url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 1 : loaded / total);
    request.onload = () => resolve(request.status < 300);
    request.onerror = () => resolve(false);
    request.send(file);
  });

/** @param base the server's origin */
export function createFilesApi(base: string, call: Call, put: PutFile = putByRequest): FilesApi {
  return {
    async upload(token, file, onProgress) {
      const body = { fileName: file.name.slice(-200) || 'file', contentType: file.type, size: file.size };
      const place = await call<typeof visitorUpload>('POST', uploadPath, token, body);
      if (!place.ok) return place;
      const { uploadUrl, headers, fileId } = place.data;
      // An expired URL is requested again.
      if (!(await put(new URL(uploadUrl, base).href, headers, file, onProgress)))
        return { ok: false, why: 'offline' };
      return call<typeof visitorUploadComplete>('POST', completePath, token, { fileId });
    },
    async fileLink(token, fileId) {
      const link = await call<typeof visitorFileLink>('GET', `/api/visitor/files/${fileId}`, token);
      if (!link.ok) return link;
      const absolute = (url: string) => new URL(url, base).href;
      const { url, previewUrl } = link.data;
      return { ok: true, data: { url: absolute(url), previewUrl: previewUrl && absolute(previewUrl) } };
    },
  };
}
