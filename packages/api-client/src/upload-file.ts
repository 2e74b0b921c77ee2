/** Uploads a file: requests an address, sends the bytes there, and has the server verify it. */

import { completeUpload, type FilePurpose, fileRules, presignUpload } from '@parley/contract/files';
import type { Client } from './client.ts';

/** The part of a browser's `File` that is used here. */
export type UploadableFile = { readonly name: string; readonly type: string; readonly size: number };

export type Uploaded = { fileId: string; url: string };

/** Sends the bytes. Rejects with the signal's reason when aborted, and with another error if the upload fails. */
export type PutBytes<F extends UploadableFile> = (request: {
  url: string;
  headers: Readonly<Record<string, string>>;
  file: F;
  signal: AbortSignal;
  /** From 0 to 1. */
  onProgress: (share: number) => void;
}) => Promise<void>;

type Options<F extends UploadableFile> = {
  signal: AbortSignal;
  onProgress: (share: number) => void;
  put: PutBytes<F>;
};

/** Returns what is wrong with a file, before anything is sent; null: nothing. */
export function fileProblem(
  purpose: FilePurpose,
  file: Pick<UploadableFile, 'size' | 'type'>,
): FileProblem | null {
  const maxBytes = fileRules[purpose].maxBytes.get(file.type);
  if (maxBytes === undefined) return 'type';
  if (file.size === 0) return 'empty';
  return file.size > maxBytes ? 'size' : null;
}
export type FileProblem = 'type' | 'empty' | 'size';

/** Returns the types for a file picker. */
export const acceptedTypes = (purpose: FilePurpose): string =>
  [...fileRules[purpose].maxBytes.keys()].join(',');

/** Returns the maximum size for a type, or over all types, in MiB, as shown in messages. */
export function sizeLimit(purpose: FilePurpose, contentType?: string): number {
  const { maxBytes } = fileRules[purpose];
  const limit = contentType === undefined ? undefined : maxBytes.get(contentType);
  return (limit ?? Math.max(...maxBytes.values())) / (1024 * 1024);
}

/**
 * Uploads a file.
 *
 * @returns the file as stored by the server; it is deleted unless it is put to use within a day
 */
export async function uploadFile<F extends UploadableFile>(
  client: Client,
  purpose: FilePurpose,
  file: F,
  { signal, onProgress, put }: Options<F>,
): Promise<Uploaded> {
  const query = { fileName: file.name.slice(-200), contentType: file.type, size: file.size, purpose };
  const place = await client.call(presignUpload, { query }, { signal });
  await put({ url: place.uploadUrl, headers: place.headers, file, signal, onProgress });
  return client.call(completeUpload, { body: { fileId: place.fileId } }, { signal });
}
