import type { QuickReply, QuickReplyMedium } from '@parley/contract/quick-replies';

/** The values of the form's controls. A language is null until one is selected. */
export type QuickReplyDraft = {
  name: string;
  title: string;
  content: string;
  language: string | null;
  translations: { language: string | null; content: string }[];
  materialId: string | null;
  /** The medium stored with it. */
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

/** Returns the request; an unselected language is left for the contract's schema to reject. */
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

/** Returns the initial values of a new quick reply: blank, or the texts of another without its name. */
export const begunWith = (copied: QuickReply | undefined): QuickReplyDraft =>
  copied === undefined ? blank : { ...valuesOf(copied), name: '' };
