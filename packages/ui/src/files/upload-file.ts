/** A file on its way to the server: ask where it may go, put its bytes there, have it looked at. */

import type { Client } from '@parley/api-client';
import { completeUpload, type FilePurpose, fileRules, presignUpload } from '@parley/contract/files';

export type Uploaded = { fileId: string; url: string };

/** Puts the bytes; rejects with the signal's reason when aborted, with anything else when they didn't arrive. */
export type PutBytes = (request: {
  url: string;
  headers: Readonly<Record<string, string>>;
  file: File;
  signal: AbortSignal;
  /** From 0 to 1. */
  onProgress: (share: number) => void;
}) => Promise<void>;

type Options = {
  signal: AbortSignal;
  onProgress: (share: number) => void;
  put?: PutBytes;
};

/** Returns what is wrong with a file before anything is sent; null: nothing. */
export function fileProblem(purpose: FilePurpose, file: Pick<File, 'size' | 'type'>): FileProblem | null {
  const maxBytes = fileRules[purpose].maxBytes.get(file.type);
  if (maxBytes === undefined) return 'type';
  if (file.size === 0) return 'empty';
  return file.size > maxBytes ? 'size' : null;
}
export type FileProblem = 'type' | 'empty' | 'size';

/** Returns the types that a picker of files offers. */
export const acceptedTypes = (purpose: FilePurpose): string =>
  [...fileRules[purpose].maxBytes.keys()].join(',');

/** The largest file of any type, in MiB, as the sentences say it. */
export const sizeLimit = (purpose: FilePurpose): number =>
  Math.max(...fileRules[purpose].maxBytes.values()) / (1024 * 1024);

/**
 * @returns the file as the server keeps it; it stays only if something then takes it within a day
 */
export async function uploadFile(
  client: Client,
  purpose: FilePurpose,
  file: File,
  { signal, onProgress, put = putByRequest }: Options,
): Promise<Uploaded> {
  const query = { fileName: file.name.slice(-200), contentType: file.type, size: file.size, purpose };
  const place = await client.call(presignUpload, { query }, { signal });
  await put({ url: place.uploadUrl, headers: place.headers, file, signal, onProgress });
  return client.call(completeUpload, { body: { fileId: place.fileId } }, { signal });
}

/** `fetch` can't tell how much has been sent; this can. */
const putByRequest: PutBytes = ({ url, headers, file, signal, onProgress }) =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    const settle = (act: () => void) => {
      signal.removeEventListener('abort', stop);
      act();
    };
    request.open('PUT', url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 1 : loaded / total);
    request.onload = () =>
      settle(() => {
        // The store's own message is in whatever language and notation it speaks: the screen words it.
        if (request.status < 300) resolve();
        else reject(new Error(`the upload was answered with ${request.status}`));
      });
    request.onerror = () => settle(() => reject(new TypeError('the upload did not arrive')));
    request.onabort = () => settle(() => reject(signal.reason));
    signal.addEventListener('abort', stop);
    if (signal.aborted) stop();
    else request.send(file);
  });
