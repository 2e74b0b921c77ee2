import { isDeepStrictEqual } from 'node:util';
import type { ConversationRow, MessageRow } from '../../../schema/conversations.ts';
import type { Translation } from '../../translation/index.ts';

/** A conversation's stored evidence of its customer's language. */
export type LanguageEvidence = Pick<
  ConversationRow,
  'customerLanguage' | 'customerLanguagePinned' | 'languagePrior'
>;

type IdentifiedText = Pick<MessageRow, 'original' | 'originalLanguage'>;

/** The language of a text, and the conversation’s evidence with it, null if that is unchanged. */
type Weighed = {
  language: string | null;
  moved: Pick<LanguageEvidence, 'customerLanguage' | 'languagePrior'> | null;
};

function weigh(now: LanguageEvidence, text: IdentifiedText, observe: Translation['observe']): Weighed {
  if (now.customerLanguagePinned) return { language: now.customerLanguage, moved: null };
  if (text.originalLanguage !== null) return { language: text.originalLanguage, moved: null };
  const { language, prior, assumed } = observe(now.languagePrior, text.original);
  const confirms = assumed === now.customerLanguage && isDeepStrictEqual(prior, now.languagePrior);
  return { language, moved: confirms ? null : { customerLanguage: assumed, languagePrior: prior } };
}

/** The columns of a new message: its language, and the evidence to be stored with it for its conversation, null if unchanged. */
export type MessageLanguage = Pick<MessageRow, 'originalLanguage'> &
  Pick<LanguageEvidence, 'customerLanguage' | 'languagePrior'>;

export const unidentified: MessageLanguage = {
  originalLanguage: null,
  customerLanguage: null,
  languagePrior: null,
};

/**
 * Returns a function that identifies the language of new messages one after another, each with what the earlier ones of its
 * conversation have revealed. The caller holds the conversations' locks, and stores the evidence with the messages.
 */
export function languageIdentifier(
  observe: Translation['observe'],
): (conversation: LanguageEvidence & { id: string }, original: string) => MessageLanguage {
  const changed = new Map<string, NonNullable<Weighed['moved']>>();
  return (conversation, original) => {
    const { id } = conversation;
    const now = { ...conversation, ...changed.get(id) };
    try {
      const { language, moved } = weigh(now, { original, originalLanguage: null }, observe);
      if (moved !== null) changed.set(id, moved);
      return { ...unidentified, ...changed.get(id), originalLanguage: language };
    } catch {
      // No reason to refuse the message: its job will try again, and report the error.
      return unidentified;
    }
  };
}

type Ports<Conversation extends LanguageEvidence> = {
  observe: Translation['observe'];
  /** Stores a newly assumed language. Returns false if the conversation's has changed since `from` was read. */
  move(from: Conversation, prior: Conversation['languagePrior'], assumed: string | null): Promise<boolean>;
  /** Returns the conversation's present state, or null if it was deleted. */
  reread(conversation: Conversation): Promise<Conversation | null>;
};

/**
 * Returns the language of a customer's message: pinned, identified before, or identified from this text and earlier ones. Each
 * text is evidence: it is weighed against the assumed language, and again if another text has changed that concurrently. A text that
 * confirms it causes no write. Null if the language is unknown or the conversation was deleted.
 */
export async function identifyLanguage<Conversation extends LanguageEvidence>(
  conversation: Conversation,
  message: IdentifiedText,
  { observe, move, reread }: Ports<Conversation>,
): Promise<string | null> {
  for (let now: Conversation | null = conversation; now; now = await reread(now)) {
    const { language, moved } = weigh(now, message, observe);
    if (moved === null || (await move(now, moved.languagePrior, moved.customerLanguage))) return language;
  }
  return null;
}
