import type { Client } from '@parley/api-client';
import type { Endpoint } from '@parley/contract';
import { completeUpload } from '@parley/contract/files';
import { saveFile } from './save-file.ts';

/**
 * Declared here and not in the contract, because it answers with bytes; documents are served to their owner's session
 * only.
 */
const document = {
  method: 'GET',
  path: '/api/files/:fileId',
  audience: ['console'],
  summary: 'One file.',
  params: completeUpload.body,
  answer: completeUpload.answer,
} as const satisfies Endpoint;

/**
 * Downloads a file with the session and saves it under the name with which it was uploaded.
 *
 * @param otherwise file name used when the server sends none
 */
export async function saveDocument(client: Client, fileId: string, otherwise: string): Promise<void> {
  const { blob, fileName } = await client.download(document, { params: { fileId } });
  saveFile(blob, fileName ?? otherwise);
}
