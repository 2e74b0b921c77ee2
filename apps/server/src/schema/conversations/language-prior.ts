/** The assumed language of a conversation, and its evidence; `translation` maintains it. */
export type LanguagePrior = {
  /** BCP 47 tag from the catalogue. */
  language: string;
  /** The evidence for it, from 0 to translation's `maxSupport`. */
  support: number;
  /** Another language detected since, and the evidence for it. */
  challenger: { language: string; weight: number } | null;
};
