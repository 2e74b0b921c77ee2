import type { QuickReply, QuickReplyMedium } from '@parley/contract/quick-replies';

/** The values of the form's controls. A language is null until one is chosen. */
export type QuickReplyDraft = {
  name: string;
  title: string;
  content: string;
  language: string | null;
  translations: { language: string | null; content: string }[];
  materialId: string | null;
  /** The medium that is stored with it. */
  shown: QuickReplyMedium | null;
};

export const valuesOf = ({
  name,
  title,
  content,
  language,
  translations,
  material,
}: Omit<QuickReply, 'id' | 'version' | 'updatedAt'>): QuickReplyDraft => ({
  name,
  title,
  content,
  language,
  translations: translations.map((one) => ({ ...one })),
  materialId: material?.id ?? null,
  shown: material,
});

/** Returns the request; an unchosen language is left to the contract's rules, which refuse it. */
export const formFrom = ({ language, translations, materialId, name, title, content }: QuickReplyDraft) => ({
  name,
  title,
  content,
  language: language ?? '',
  translations: translations.map((one) => ({ ...one, language: one.language ?? '' })),
  materialId: materialId ?? null,
});

const blank: QuickReplyDraft = {
  name: '',
  title: '',
  content: '',
  language: null,
  translations: [],
  materialId: null,
  shown: null,
};

/** Begins a new one: empty, or with the texts of another under a name to be chosen. */
export const begunWith = (copied: QuickReply | undefined): QuickReplyDraft =>
  copied === undefined ? blank : { ...valuesOf(copied), name: '' };
