import { isDeepStrictEqual } from 'node:util';
import type { ConversationRow, MessageRow } from '../../../schema/conversations.ts';
import type { Translation } from '../../translation/index.ts';

/** A conversation's stored evidence of its customer's language. */
export type LanguageEvidence = Pick<
  ConversationRow,
  'customerLanguage' | 'customerLanguagePinned' | 'languagePrior'
>;

type Ports<Conversation extends LanguageEvidence> = {
  observe: Translation['observe'];
  /** Stores a newly assumed language. Returns false if the conversation's has changed since `from` was read. */
  move(from: Conversation, prior: Conversation['languagePrior'], assumed: string | null): Promise<boolean>;
  /** Returns the conversation's present state, or null if it was deleted. */
  reread(conversation: Conversation): Promise<Conversation | null>;
};

/**
 * Returns the language of a customer's line: pinned, identified before, or identified from this line and earlier ones. Each line
 * is evidence: it is weighed against the assumed language, and again if another line has changed that concurrently. A line that
 * confirms it causes no write. Null if the language is unknown or the conversation was deleted.
 */
export async function identifyLanguage<Conversation extends LanguageEvidence>(
  conversation: Conversation,
  message: Pick<MessageRow, 'original' | 'originalLanguage'>,
  { observe, move, reread }: Ports<Conversation>,
): Promise<string | null> {
  for (let now: Conversation | null = conversation; now; now = await reread(now)) {
    if (now.customerLanguagePinned) return now.customerLanguage;
    if (message.originalLanguage !== null) return message.originalLanguage;
    const { language, prior, assumed } = observe(now.languagePrior, message.original);
    const confirms = assumed === now.customerLanguage && isDeepStrictEqual(prior, now.languagePrior);
    if (confirms || (await move(now, prior, assumed))) return language;
  }
  return null;
}
