import type { FileLink } from '@parley/contract/files';
import type { Handle } from '../../../base/db/database.ts';
import { AppError } from '../../../base/http/app-error.ts';
import type { ConversationRow } from '../../../schema/conversations.ts';
import type { FileAddresses } from '../../files/index.ts';
import { type FileReader, findFile } from './queries.ts';

export type LinkDeps = { database: Handle; fileAddresses: FileAddresses };

/** Signs the addresses of a conversation's file. Throws `file.not-found` if no message visible to the reader carries it. */
export async function linkToFile(
  { database, fileAddresses }: LinkDeps,
  conversation: Pick<ConversationRow, 'workspaceId' | 'id'> | null,
  fileId: string,
  reader: FileReader,
): Promise<FileLink> {
  const file = conversation && (await findFile(database, conversation, fileId, reader));
  if (file === null) throw new AppError('file.not-found');
  return fileAddresses.link(fileId, file);
}
