import type { AgreementText } from './agreement.ts';

/**
 * A text whose earlier versions stay readable, because what happened under them refers to them. A change of a rule adds a
 * version, and a wording to each paragraph that it changes. A correction of the wording changes the wording itself, in all
 * versions that have it, and is listed with its date.
 */
export type VersionedText = Pick<AgreementText, 'title' | 'introduction'> & {
  clauses: readonly { title: string; paragraphs: readonly VersionedParagraph[] }[];
  /** From the current version back to the first. */
  versions: readonly AgreementVersion[];
  /** The latest first. The languages are corrected separately. */
  corrections: readonly Correction[];
};

/** A paragraph that all versions share, or its wordings, latest first; versions before the earliest don't have it. */
export type VersionedParagraph = string | readonly Wording[];

/** A wording that applies from a version until a later one replaces it. */
type Wording = { since: number; text: string };

/** A version with its date, in ISO 8601, and its difference from the previous one. */
export type AgreementVersion = { version: number; effective: string; change: string };

export type Correction = { day: string; change: string };

/** A version's text, and the version that replaced it, if any. */
export type TextOfVersion = AgreementText & { version: number; replacedBy: AgreementVersion | undefined };

/** Returns the text of a version, or of the current one if that version doesn't exist. */
export function textOfVersion({ versions, clauses, ...text }: VersionedText, asked: string | null) {
  const found = versions.findIndex(({ version }) => String(version) === asked);
  const at = Math.max(found, 0);
  const { version = 1, effective = '' } = versions[at] ?? {};
  const wordingOf = (paragraph: VersionedParagraph): string | undefined =>
    typeof paragraph === 'string' ? paragraph : paragraph.find(({ since }) => since <= version)?.text;
  return {
    title: text.title,
    introduction: text.introduction,
    version,
    effective,
    replacedBy: versions[at - 1],
    clauses: clauses.map(({ title, paragraphs }) => ({
      title,
      paragraphs: paragraphs.map(wordingOf).filter((it) => it !== undefined),
    })),
  } satisfies TextOfVersion;
}
