/** Searches texts by the owner's rules: agents' messages before they are sent, and customers' messages. */
import { createHash } from 'node:crypto';
import { type Database, type Handle, type Tx, transaction } from '../../base/db/database.ts';
import type { ConversationRow, MessageRow } from '../../schema/conversations.ts';
import {
  blockedTexts,
  type Finding,
  type RuleVersions,
  type SearchedText,
  type SensitiveWords,
  sensitiveRefusal,
} from '../sensitive-words/index.ts';
import { attachmentWords } from './attachment-words.ts';
import { ownTextOf } from './inbound/inbound-message.ts';

export type SensitiveDeps = { database: Database; sensitiveWords: SensitiveWords };

/** Aborts and rolls back the work on an agent's message; the findings are recorded afterwards. */
class SensitiveText extends Error {
  readonly findings: readonly Finding[];
  constructor(findings: readonly Finding[]) {
    super('the text is blocked by a sensitive-word rule');
    this.findings = findings;
  }
}

/** Runs work that `assertAllowed` may abort, and then records the refusal. Throws `message.sensitive`. */
export async function recordingRefusal<T>(
  { database, sensitiveWords }: SensitiveDeps,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof SensitiveText)) throw error;
    await transaction(database, (tx) => sensitiveWords.recordRefused(tx, error.findings));
    throw sensitiveRefusal(error.findings);
  }
}

export type WrittenTexts = {
  original?: string;
  translation?: string | null;
  /** The message's non-text content. */
  content?: Pick<MessageRow, 'kind' | 'attachment'>;
};
type Place = Pick<ConversationRow, 'workspaceId' | 'id' | 'subAccountId'>;
/** `edits`: the number of edits so far; `wanted`: a requested edit, which may still be replaced by another one. */
type WrittenMessage = { id: string; edits?: number; wanted?: boolean };

/** Returns the findings in an agent's message, to be recorded with it. Throws if they block it. */
export async function assertAllowed(
  deps: Pick<SensitiveDeps, 'sensitiveWords'>,
  handle: Handle,
  conversation: Place,
  message: WrittenMessage,
  texts: WrittenTexts,
): Promise<readonly Finding[]> {
  const findings = await searchWritten(deps, handle, conversation, message, texts);
  if (blockedTexts(findings).length > 0) throw new SensitiveText(findings);
  return findings;
}

export function searchWritten(
  { sensitiveWords }: Pick<SensitiveDeps, 'sensitiveWords'>,
  handle: Handle,
  { workspaceId, id: conversationId, subAccountId }: Place,
  { id, edits = 0, wanted = false }: WrittenMessage,
  { original = '', translation, content }: WrittenTexts,
): Promise<Finding[]> {
  const place = { workspaceId, conversationId, subAccountId, sender: 'agent' as const };
  const version = wanted ? `${edits} ${createHash('sha256').update(original).digest('hex')}` : String(edits);
  const message = { id, version, withheld: false };
  const text = joined(original, content ? attachmentWords(content) : '');
  return sensitiveWords.search(handle, [
    { ...place, message, foundIn: 'original', text },
    { ...place, message, foundIn: 'translation', text: translation ?? '', original },
  ]);
}

const joined = (text: string, beside: string) =>
  text === '' || beside === '' ? text + beside : `${text}\n${beside}`;

export type ReceivedText = { message: MessageRow; subAccountId: string; foundIn: SearchedText['foundIn'] };

/** Records the findings in customers' messages, in the transaction that stores the texts. `versions`: of their workspaces' rules. */
export async function recordReceived(
  tx: Tx,
  { sensitiveWords }: Pick<SensitiveDeps, 'sensitiveWords'>,
  received: readonly ReceivedText[],
  versions?: RuleVersions,
): Promise<void> {
  const texts = received.map(({ message, subAccountId, foundIn }): SearchedText => {
    const { workspaceId, conversationId, id, edits, withheld, kind, original, translation } = message;
    // An edit changes only the text.
    const words = joined(ownTextOf(kind, original), edits === 0 ? attachmentWords(message) : '');
    const text = foundIn === 'original' ? { text: words } : { text: translation ?? '', original: words };
    const place = { workspaceId, conversationId, subAccountId, sender: 'customer' as const };
    return { ...place, ...text, foundIn, message: { id, version: String(edits), withheld } };
  });
  const findings = await sensitiveWords.search(tx, texts, versions);
  await sensitiveWords.record(tx, findings);
}
