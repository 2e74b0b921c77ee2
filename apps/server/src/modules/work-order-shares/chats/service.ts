/** The use cases of a link's holder on the conversations that it shows. */
import type { SharedChat } from '@parley/contract/chat-shares';
import type { FileLink } from '@parley/contract/files';
import { type SharedChatEntry, sharedChatsAtOnce } from '@parley/contract/work-order-shares';
import type { SecretBox } from '../../../base/crypto/secrets.ts';
import { AppError, assertFound } from '../../../base/http/app-error.ts';
import type { ShareVisit } from '../../../base/share-links/visit.ts';
import { type ChatPlace, readChat, readFile, type ShownConversation } from '../../chat-shares/index.ts';
import { readRetention } from '../../conversations/index.ts';
import type { FileAddresses } from '../../files/index.ts';
import type { OpenedShare } from '../queries.ts';
import type { SharedPerson } from '../view/queries.ts';
import { shownName } from '../view/view.ts';
import { admit, type VisitDeps } from '../visits.ts';
import * as queries from './queries.ts';

export type ChatDeps = VisitDeps & { fileAddresses: FileAddresses };

const keyOf = ({ workspaceId, id }: OpenedShare) => ({ workspaceId, shareId: id });
const chatContext = ({ id }: OpenedShare) => `work-order share ${id} chat`;

/** Throws what `admit` throws, and `work-order-share.chat-not-found` for a link without conversations. */
async function admitReader(deps: VisitDeps, visit: ShareVisit): Promise<OpenedShare> {
  const { share } = await admit(deps, visit);
  if (!share.chatHistory) throw new AppError('work-order-share.chat-not-found');
  return share;
}

/**
 * Returns conversations of the link, most recently counted fans first. `cursor`: the `chat` after which to continue, whether it
 * is still shown or not. Throws what `admitReader` throws, and `work-order-share.chat-not-found` for another link's cursor.
 */
export async function listChats(
  deps: ChatDeps,
  visit: ShareVisit,
  cursor: string | undefined,
): Promise<{ list: SharedChatEntry[]; nextCursor: string | null }> {
  const share = await admitReader(deps, visit);
  const { database, secrets } = deps;
  const after = cursor === undefined ? null : openName(secrets, cursor, chatContext(share));
  const rows = await queries.readChats(database, keyOf(share), after, sharedChatsAtOnce + 1);
  const list = rows.slice(0, sharedChatsAtOnce).map((row) => ({
    chat: sealName(secrets, row, chatContext(share)),
    ...shownName(share.fanNames, row),
    type: row.type,
    account: row.account,
    at: Math.floor(row.at),
  }));
  return { list, nextCursor: rows.length > list.length ? (list.at(-1)?.chat ?? null) : null };
}

const sealName = (
  secrets: SecretBox,
  { id, conversationId, place }: queries.CountedChatKey,
  context: string,
) => secrets.seal([id, conversationId, place].join(' '), context);

/** Decrypts the name that a page was given for a conversation. Throws `work-order-share.chat-not-found`. */
function openName(secrets: SecretBox, sealed: string, context: string): queries.CountedChatKey {
  try {
    const [id = '', conversationId = '', ...place] = secrets.open(sealed, context).split(' ');
    return { id, conversationId, place: place.join(' ') };
  } catch {
    throw new AppError('work-order-share.chat-not-found');
  }
}

/** Throws `work-order-share.chat-not-found` if the link doesn't show it. */
async function find(deps: ChatDeps, share: OpenedShare, chat: string): Promise<queries.CountedChat> {
  const name = openName(deps.secrets, chat, chatContext(share));
  const row = await queries.findChat(deps.database, keyOf(share), name);
  return assertFound(row, 'work-order-share.chat-not-found');
}

/** Returns a stretch of a conversation, or its changes. Throws what `findShown` throws. */
export async function readSharedChat(
  deps: ChatDeps,
  visit: ShareVisit,
  chat: string,
  place: ChatPlace,
): Promise<SharedChat> {
  const { share, person, shown } = await findShown(deps, visit, chat);
  const { title, expiresAt } = share;
  const head = { title, ...shownName(share.fanNames, person), expiresAt };
  return readChat(deps.database, head, shown, place, deps.clock.now());
}

/** Signs the addresses of a message's file. Throws what `findShown` throws, and `file.not-found`. */
export async function linkToFile(
  deps: ChatDeps,
  visit: ShareVisit,
  chat: string,
  seq: number,
): Promise<FileLink> {
  const { shown } = await findShown(deps, visit, chat);
  const file = assertFound(await readFile(deps.database, shown, seq, deps.clock.now()), 'file.not-found');
  return deps.fileAddresses.link(file.fileId, file);
}

/** Throws what `admitReader` throws, and `work-order-share.chat-not-found` if the link doesn't show the conversation. */
async function findShown(
  deps: ChatDeps,
  visit: ShareVisit,
  chat: string,
): Promise<{ share: OpenedShare; person: SharedPerson; shown: ShownConversation }> {
  const share = await admitReader(deps, visit);
  const [person, retentionDays] = await Promise.all([
    find(deps, share, chat),
    readRetention(deps.database, share.workspaceId),
  ]);
  return {
    share,
    person,
    shown: {
      workspaceId: share.workspaceId,
      id: person.conversationId,
      lastSeq: person.lastSeq,
      retentionDays,
    },
  };
}
