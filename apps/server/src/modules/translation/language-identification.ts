/**
 * Identifies the language of a line from three sources: the script, common chat words, and the letter statistics of the library
 * `eld`. Its `small` data set is used: on short chat lines it is as accurate as `medium`, and it loads in a third of a second
 * into 50 MB of heap (`large`: over a second and several times as much).
 */
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { chatWordShares, wordsOf } from './chat-words.ts';
import { splitProtected, translatableText } from './protected-spans.ts';
import { revealingLanguages, type ScriptEvidence, scriptEvidence } from './script-evidence.ts';

/**
 * The strength of a line as evidence. none: nothing. weak: a word or two. fair: a sentence. strong: a long or unmistakable one.
 */
export type Confidence = 'none' | 'weak' | 'fair' | 'strong';

export type Evidence = {
  /** A BCP 47 tag; null exactly if the confidence is `none`. */
  language: string | null;
  confidence: Confidence;
  /** The fit of the line to each language considered, 0 to about 1.2. */
  scores: ReadonlyMap<string, number>;
};

export type LanguageIdentifier = { identify(text: string): Evidence };

type Statistics = (text: string) => { getScores(): Record<string, number> };

/** Maximum number of UTF-16 units read: more would be slower, not better. */
const readUnits = 600;
/**
 * The library lacks Indonesian and reports it as Malay, which has a tenth as many writers; its Norwegian is the catalogue's
 * Bokmål.
 */
const renamed: Readonly<Record<string, string>> = { ms: 'id', no: 'nb' };
/** Pairs of names for one language, or of languages that no short line distinguishes: an assumption of either is kept. */
const twins: Readonly<Record<string, string>> = { id: 'ms', tl: 'fil' };
/** Preferred among languages that fit about equally, as more customers write them. */
const common = new Set('en es pt fr de it ru uk ar hi tr id vi'.split(' '));
const commonBonus = 0.03;
const revealingBonus = 0.15;
/** Minimum fit of a line of chat words alone; the share of such words is added. */
const wordsFloor = 0.65;
const wordsWeight = 0.4;

/** Resolves at once: the statistics are loaded from disk when a line in Latin letters first needs them. */
export async function loadLanguageIdentifier(): Promise<LanguageIdentifier> {
  let detect: Statistics | null = null;
  return createLanguageIdentifier((text) => {
    detect ??= readStatistics();
    return detect(text);
  });
}

/** Loads the data set synchronously, as identification is synchronous. */
function readStatistics(): Statistics {
  const file = fileURLToPath(import.meta.resolve('eld/small'));
  // The package's own type declaration; `require` doesn't look up declarations by path.
  const { eld }: typeof import('eld/small') = createRequire(import.meta.url)(file);
  return (text) => eld.detect(text);
}

const nothing: Evidence = { language: null, confidence: 'none', scores: new Map() };

function createLanguageIdentifier(statistics: Statistics): LanguageIdentifier {
  return {
    identify(text) {
      const line = translatableText(splitProtected(text.slice(0, readUnits)));
      const words = wordsOf(line);
      if (words.length === 0) return nothing;
      const script = scriptEvidence(words.join(' '));
      return script === null ? fromLanguages(words, statistics) : fromScript(script);
    },
  };
}

function fromScript({ languages, letters }: ScriptEvidence): Evidence {
  const [language = null] = languages;
  const confidence = letters < 2 ? 'weak' : letters < 5 ? 'fair' : 'strong';
  return { language, confidence, scores: new Map(languages.map((name, place) => [name, 1 - place * 0.02])) };
}

function fromLanguages(words: readonly string[], statistics: Statistics): Evidence {
  const line = words.join(' ');
  const scores = new Map<string, number>();
  const raise = (language: string, by: number) => scores.set(language, (scores.get(language) ?? 0) + by);
  for (const [language, score] of Object.entries(statistics(line).getScores())) {
    const name = renamed[language] ?? language;
    scores.set(name, Math.max(scores.get(name) ?? 0, score));
  }
  for (const [language, share] of chatWordShares(words)) {
    scores.set(language, Math.max(scores.get(language) ?? 0, wordsFloor) + wordsWeight * share);
  }
  for (const language of revealingLanguages(line) ?? [])
    if (scores.has(language)) raise(language, revealingBonus);
  for (const language of common) if (scores.has(language)) raise(language, commonBonus);
  const [best, second] = [...scores].sort((a, b) => b[1] - a[1]);
  if (best === undefined) return nothing;
  for (const [language, twin] of Object.entries(twins)) {
    const score = scores.get(language);
    if (score !== undefined) scores.set(twin, score);
  }
  const letters = line.replace(/\P{L}/gu, '').length;
  const margin = best[1] - (second?.[1] ?? 0);
  return { language: best[0], confidence: confidenceOf(words.length, letters, best[1], margin), scores };
}

function confidenceOf(words: number, letters: number, score: number, margin: number): Confidence {
  // The best of bad fits proves little, however large the margin.
  if (score < 0.7) return 'weak';
  if (words >= 5 && letters >= 20 && margin >= 0.08) return 'strong';
  if (words >= 2 && letters >= 8 && margin >= 0.05) return 'fair';
  return 'weak';
}
