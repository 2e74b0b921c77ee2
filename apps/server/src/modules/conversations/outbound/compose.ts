/** Decides how an agent's text is sent: translated, as written, or pending the agent's decision. */
import { type EffectiveTranslationSettings, mediaKindOf } from '@parley/contract/conversations';
import type { WorkspaceId } from '../../../base/ids.ts';
import type { StoredMention } from '../../../schema/conversations/members.ts';
import type { ConversationRow, MessageRow, StoredTemplate } from '../../../schema/conversations.ts';
import type { InspectedFile } from '../../files/index.ts';
import { uploadedMedia } from '../media/stored-media.ts';
import type { NewOutbound } from './store.ts';

export type Author = { workspaceId: WorkspaceId; subAccountId: string };
/** `name`: the name used by the person at the desk; null if unknown. */
export type NamedAuthor = Author & { name: string | null };
/** The file to send, with its inspected properties. */
export type DraftFile = InspectedFile & { id: string; name: string; voice?: boolean | undefined };
/** `text` may be empty only with a file. */
export type Draft = {
  id: string;
  text: string;
  mode: 'translate' | 'original';
  file: DraftFile | null;
  /** The message of the same conversation that it answers. */
  answers: { id: string; seq: number } | null;
  /** The group members that the text mentions. */
  mentions?: StoredMention[] | null;
  /** The message template that it consists of, which `text` renders. */
  template?: { stored: StoredTemplate; characters: number } | null;
  acceptsPrice?: boolean | undefined;
};

export type Direction = { source: string; target: string };

/**
 * Returns how an agent's text must be translated in a conversation. `as-written`: translation is switched off. `unknown`: no
 * message of the customer has revealed a language yet, so the agent has to decide.
 */
export function directionOf(
  settings: Pick<
    EffectiveTranslationSettings,
    'sendTranslationEnable' | 'sendTargetLanguage' | 'receiveTargetLanguage'
  >,
  conversation: Pick<ConversationRow, 'customerLanguage'>,
): Direction | 'as-written' | 'unknown' {
  const target =
    settings.sendTargetLanguage === 'auto' ? conversation.customerLanguage : settings.sendTargetLanguage;
  if (!settings.sendTranslationEnable) return 'as-written';
  if (target === null) return 'unknown';
  // Agents are assumed to write the language that they read.
  return { source: settings.receiveTargetLanguage, target };
}

/** `translation` is null if the text is in the customer's language already. */
export type ExistingTranslation = {
  translation: string | null;
  source: string;
  target: string;
  characters: number;
};

/** @param existing an existing translation of exactly this text, previewed by the agent or provided by the owner; null if none */
export function compose(
  { subAccountId, name }: Pick<NamedAuthor, 'subAccountId' | 'name'>,
  draft: Draft,
  direction: Direction | 'as-written' | 'unknown',
  existing: ExistingTranslation | null,
): NewOutbound {
  const plain = {
    id: draft.id,
    ...contentOf(draft),
    original: draft.text,
    originalLanguage: typeof direction === 'object' ? direction.source : null,
    mode: draft.mode,
    translation: null,
    translationLanguage: null,
    translationState: 'none' as const,
    translationProblem: null,
    characters: draft.template?.characters ?? 0,
    delivery: 'queued' as const,
    authorSubAccountId: subAccountId,
    authorName: name,
    triggeredBy: null,
    replyToId: draft.answers?.id ?? null,
    replyToSeq: draft.answers?.seq ?? null,
    mentions: draft.mentions ?? null,
    template: draft.template?.stored ?? null,
    acceptsPrice: draft.acceptsPrice ?? false,
  };
  if (direction === 'as-written') return plain;
  if (direction === 'unknown') {
    return {
      ...plain,
      translationState: 'failed',
      translationProblem: 'language-unsupported',
      delivery: 'failed',
    };
  }
  if (!existing) return { ...plain, translationState: 'pending', delivery: 'translating' };
  const written = { ...plain, originalLanguage: existing.source };
  if (existing.translation === null) return written;
  return {
    ...written,
    translation: existing.translation,
    translationLanguage: existing.target,
    translationState: 'done',
    characters: existing.characters,
  };
}

/** Returns the columns for a message's non-text content. */
export function contentOf({
  file,
}: Pick<Draft, 'file'>): Pick<NewOutbound, 'kind' | 'attachment' | 'fileId'> {
  if (file === null) return { kind: 'text', attachment: null, fileId: null };
  return {
    kind: mediaKindOf(file.contentType, file.voice),
    attachment: uploadedMedia(file),
    fileId: file.id,
  };
}

/** Returns the changes that retrying an agent's message makes: translated first if that had failed. */
export function retryPatch({ mode, translationState }: Pick<MessageRow, 'mode' | 'translationState'>) {
  const translates = mode === 'translate' && translationState !== 'done' && translationState !== 'none';
  const again = {
    delivery: 'queued' as const,
    deliveryProblem: null,
    // Counted as a retry, so that the connector checks first whether the platform has it, if it can.
    attempts: 1,
    nextAttemptAt: null,
  };
  if (!translates) return again;
  return {
    ...again,
    delivery: 'translating' as const,
    translationState: 'pending' as const,
    translationProblem: null,
  };
}
