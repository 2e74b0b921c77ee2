/** The parts of a legal text; both languages of one text have the same shape (a test holds them together). */
export type AgreementText = {
  title: string;
  /** Counts the versions of a text that has them. */
  version?: number;
  /** The day from which it holds, as ISO 8601. */
  effective: string;
  /** Stands before the first clause. */
  introduction: readonly string[];
  clauses: readonly Clause[];
  /** The versions of a text that has them, this one first, down to the first one. */
  versions?: readonly AgreementVersion[];
};

/** A version with its day and the difference to the one before. */
export type AgreementVersion = { version: number; effective: string; change: string };

/** Numbered from 1 in the order of the list, its paragraphs 1.1, 1.2 …, so that people can point at them. */
export type Clause = { title: string; paragraphs: readonly string[] };

export type AgreementName = 'service' | 'privacy' | 'counting';
