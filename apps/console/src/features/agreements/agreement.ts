/** The parts of a legal text. Both languages of a text have the same structure, which a test checks. */
export type AgreementText = {
  title: string;
  /** The day from which it applies, in ISO 8601. */
  effective: string;
  /** The paragraphs before the first clause. */
  introduction: readonly string[];
  clauses: readonly Clause[];
};

/** Numbered from 1 in list order, with paragraphs 1.1, 1.2 …, so that they can be cited. */
export type Clause = { title: string; paragraphs: readonly string[] };

export type AgreementName = 'service' | 'privacy' | 'counting';
