/**
 * Tracks the assumed language of a conversation. A single short line is misread too often to change it; that takes repeated
 * evidence. A line clearly written in another language is still translated from that one.
 */
import { baseLanguage, sameLanguage } from '@parley/contract/catalogues';
import type { LanguagePrior } from '../../schema/conversations.ts';
import { catalogueTag } from './catalogue-tag.ts';
import type { Confidence, Evidence, LanguageIdentifier } from './language-identification.ts';

export type Observation = {
  /** The language to translate this message from; null if nothing is known yet. */
  language: string | null;
  prior: LanguagePrior | null;
  /** The prior's language, into which replies to the customer are translated. */
  assumed: string | null;
};

const maxSupport = 3;
/** A platform's hint is often only a program's or browser's setting, so one clear line outweighs it. */
const hintSupport = 0.5;
/** The weight that a challenger needs, normally and against a language that was hardly confirmed. */
const toReplace = 2;
const toReplaceGuess = 1;
const weights: Readonly<Record<Confidence, number>> = { none: 0, weak: 0.5, fair: 1, strong: 1.5 };
/** A line of at least this many letters that is strong evidence is no slip. */
const longLine = 60;
/** The assumed language is kept if it fits a line nearly as well as the best one. */
const tolerances: Readonly<Record<Confidence, number>> = { none: 1, weak: 0.12, fair: 0.08, strong: 0.03 };
/** The margin by which another language must fit better for a single line to be read in it. */
const clearly = 0.12;

/** Returns the assumed language at the start of a conversation: the platform's hint, if the catalogue has it. */
export function firstPrior(hint: string | null): LanguagePrior | null {
  const language = hint === null ? null : catalogueTag(hint);
  return language === null ? null : { language, support: hintSupport, challenger: null };
}

/** Returns what a customer's line reveals about its own language and the conversation's. Pure. */
export function observeLine(
  identifier: LanguageIdentifier,
  prior: LanguagePrior | null,
  text: string,
): Observation {
  const evidence = identifier.identify(text);
  const weight = weightOf(evidence.confidence, text);
  if (evidence.language === null) return observed(prior?.language ?? null, prior);
  if (prior === null) {
    return observed(evidence.language, { language: evidence.language, support: weight, challenger: null });
  }
  const difference = differenceOf(evidence, prior.language);
  if (difference <= tolerances[evidence.confidence]) {
    return observed(prior.language, confirmed(prior, difference, weight));
  }
  return challenged(prior, seenIn(evidence, evidence.language, prior.challenger), weight, difference);
}

const observed = (language: string | null, prior: LanguagePrior | null): Observation => ({
  language,
  prior,
  assumed: prior?.language ?? null,
});

function weightOf(confidence: Confidence, text: string): number {
  const long = confidence === 'strong' && text.replace(/\P{L}/gu, '').length >= longLine;
  return long ? toReplace : weights[confidence];
}

/** Returns the margin by which the line fits its best language better than the assumed one; 0 if they are the same. */
function differenceOf({ language, scores }: Evidence, assumed: string): number {
  if (language === null || sameLanguage(language, assumed)) return 0;
  const fit = scores.get(assumed) ?? scores.get(baseLanguage(assumed)) ?? 0;
  return (scores.get(language) ?? 0) - fit;
}

/** Similar languages are easily confused: a line that also fits the present challenger counts for the challenger. */
function seenIn(evidence: Evidence, best: string, challenger: LanguagePrior['challenger']): string {
  if (challenger === null) return best;
  const close = differenceOf(evidence, challenger.language) <= tolerances[evidence.confidence];
  return close ? challenger.language : best;
}

function confirmed(prior: LanguagePrior, difference: number, weight: number): LanguagePrior {
  // A line that fits both languages counts for neither.
  if (difference > 0) return prior;
  return { ...prior, support: Math.min(maxSupport, prior.support + weight), challenger: null };
}

function challenged(prior: LanguagePrior, seen: string, weight: number, difference: number): Observation {
  const before = prior.challenger?.language === seen ? prior.challenger.weight : 0;
  const sum = before + weight;
  if (sum >= (prior.support < 1 ? toReplaceGuess : toReplace)) {
    // Lets a customer who switches for one long line switch back with the first sentence.
    const challenger = { language: prior.language, weight: Math.min(1, prior.support) };
    return observed(seen, { language: seen, support: sum, challenger });
  }
  const written = weight >= 1 && difference >= clearly ? seen : prior.language;
  return observed(written, { ...prior, challenger: { language: seen, weight: sum } });
}
