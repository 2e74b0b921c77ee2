/** A file on its way to the server: ask where it may go, put its bytes there, have it looked at. */

import { completeUpload, type FilePurpose, fileRules, presignUpload } from '@parley/contract/files';
import type { Client } from './client.ts';

/** The part of a browser's `File` that is read here. */
export type UploadableFile = { readonly name: string; readonly type: string; readonly size: number };

export type Uploaded = { fileId: string; url: string };

/** Puts the bytes; rejects with the signal's reason when aborted, with anything else when they didn't arrive. */
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

/** Returns what is wrong with a file before anything is sent; null: nothing. */
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

/** Returns the types that a picker of files offers. */
export const acceptedTypes = (purpose: FilePurpose): string =>
  [...fileRules[purpose].maxBytes.keys()].join(',');

/** The largest file of a type, else of any type, in MiB, as the sentences say it. */
export function sizeLimit(purpose: FilePurpose, contentType?: string): number {
  const { maxBytes } = fileRules[purpose];
  const limit = contentType === undefined ? undefined : maxBytes.get(contentType);
  return (limit ?? Math.max(...maxBytes.values())) / (1024 * 1024);
}

/**
 * @returns the file as the server keeps it; it stays only if something then takes it within a day
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
