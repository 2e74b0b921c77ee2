import type { QuickReply } from '@parley/contract/quick-replies';

/** The values of the form's controls. A language is null until one is chosen. */
export type QuickReplyDraft = {
  name: string;
  title: string;
  content: string;
  language: string | null;
  translations: { language: string | null; content: string }[];
};

export const valuesOf = ({
  name,
  title,
  content,
  language,
  translations,
}: Omit<QuickReply, 'id' | 'version' | 'updatedAt'>): QuickReplyDraft => ({
  name,
  title,
  content,
  language,
  translations: translations.map((one) => ({ ...one })),
});

/** Returns the request; an unchosen language is left to the contract's rules, which refuse it. */
export const formFrom = ({ language, translations, ...texts }: QuickReplyDraft) => ({
  ...texts,
  language: language ?? '',
  translations: translations.map((one) => ({ ...one, language: one.language ?? '' })),
});

const blank: QuickReplyDraft = { name: '', title: '', content: '', language: null, translations: [] };

/** Begins a new one: empty, or with the texts of another under a name to be chosen. */
export const begunWith = (copied: QuickReply | undefined): QuickReplyDraft =>
  copied === undefined ? blank : { ...valuesOf(copied), name: '' };
