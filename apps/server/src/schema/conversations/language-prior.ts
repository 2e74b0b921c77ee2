/** The assumed language of a conversation, and its evidence; `translation` maintains it. */
export type LanguagePrior = {
  /** BCP 47, of the catalogue. */
  language: string;
  /** The evidence for it, 0 to translation's `mostSupport`. */
  support: number;
  /** Another language that has been seen since, and its evidence. */
  challenger: { language: string; weight: number } | null;
};
