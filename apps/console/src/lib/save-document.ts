import type { Client } from '@parley/api-client';
import type { Endpoint } from '@parley/contract';
import { completeUpload } from '@parley/contract/files';
import { saveFile } from './save-file.ts';

/** Bytes, so that the contract has no endpoint for it; papers are given to their owner's session alone. */
const document = {
  method: 'GET',
  path: '/api/files/:fileId',
  audience: ['console'],
  summary: 'One file.',
  params: completeUpload.body,
  answer: completeUpload.answer,
} as const satisfies Endpoint;

/**
 * Fetches a file with the session and saves it under the name that it was uploaded with.
 *
 * @param otherwise its name where the server says none
 */
export async function saveDocument(client: Client, fileId: string, otherwise: string): Promise<void> {
  const { blob, fileName } = await client.download(document, { params: { fileId } });
  saveFile(blob, fileName ?? otherwise);
}
