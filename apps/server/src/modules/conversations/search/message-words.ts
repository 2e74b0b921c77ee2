/**
 * Tokenises texts for the message index. Scripts with spaces between words yield whole words; Chinese, Japanese, Korean, Thai and
 * the like yield bigrams, plus the last character of a run alone.
 */

export type Word = {
  /** Folded: without case, diacritics and differences of width. */
  text: string;
  /** Its position in the text, in UTF-16 code units. */
  start: number;
  end: number;
  /** The end of its first character. */
  headEnd: number;
  /** The last character of a longer run: indexed, but never searched for. */
  tail: boolean;
};

/** Limits per text, beyond anything people write; the rest isn't indexed. */
const maxWords = 6_000;
export const maxLetters = 20_000;
const longestWord = 40;

const runs = /[\p{L}\p{N}\p{M}]+/gu;
/** A character with its combining marks; Unicode classifies the voicing marks of halfwidth katakana as letters. */
const characters = /[^\p{M}\uff9e\uff9f][\p{M}\uff9e\uff9f]*|[\p{M}\uff9e\uff9f]+/gu;
const isSpaceless =
  /^[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}\p{scx=Tibetan}]/u;
/** Marks that people omit: accents in Latin, Greek and Cyrillic, vowels in Hebrew and Arabic. */
const optionalMarks = /[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u0640]/gu;
const unlike = /[ßæœøđðłıþςىةکی]/gu;
const alike: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ı: 'i',
  þ: 'th',
  ς: 'σ',
  ى: 'ي',
  ة: 'ه',
  ک: 'ك',
  ی: 'ي',
};

function folded(text: string): string {
  // Fast path for ASCII, the majority of words, which needs no decomposition.
  if (/^[a-z\d]+$/.test(text)) return text;
  return text
    .normalize('NFKD')
    .replace(optionalMarks, '')
    .toLowerCase()
    .normalize('NFC')
    .replace(unlike, (letter) => alike[letter] ?? letter)
    .replace(/[^\p{L}\p{N}\p{M}]/gu, '');
}

/** Returns the number of characters to tokenize for a message. */
export function lettersOf(message: { original: string; translation: string | null } | null): number {
  return (message?.original.length ?? 0) + (message?.translation?.length ?? 0);
}

type Character = { text: string; start: number; end: number };

export function tokenise(text: string): Word[] {
  const words: Word[] = [];
  for (const run of text.slice(0, maxLetters).matchAll(runs)) {
    for (const piece of piecesOf(run[0], run.index)) {
      words.push(...(piece.spaceless ? pairsOf(piece.characters) : wholeWord(piece.characters)));
      if (words.length >= maxWords) return words.slice(0, maxWords);
    }
  }
  return words;
}

type Piece = { spaceless: boolean; characters: Character[] };

/** Splits a run of letters where it changes between scripts with and without spaces. */
function piecesOf(run: string, at: number): Piece[] {
  if (/^[A-Za-z\d]+$/.test(run))
    return [{ spaceless: false, characters: [{ text: run, start: at, end: at + run.length }] }];
  const pieces: Piece[] = [];
  for (const { 0: text, index } of run.matchAll(characters)) {
    const spaceless = isSpaceless.test(text);
    const character = { text, start: at + index, end: at + index + text.length };
    const last = pieces.at(-1);
    if (last?.spaceless === spaceless) last.characters.push(character);
    else pieces.push({ spaceless, characters: [character] });
  }
  return pieces;
}

function wholeWord(letters: readonly Character[]): Word[] {
  const [first] = letters;
  const last = letters.at(-1);
  if (first === undefined || last === undefined) return [];
  const text = cut(folded(letters.map((letter) => letter.text).join('')));
  return text === '' ? [] : [{ text, start: first.start, end: last.end, headEnd: last.end, tail: false }];
}

const cut = (text: string) => (text.length > longestWord ? [...text].slice(0, longestWord).join('') : text);

function pairsOf(written: readonly Character[]): Word[] {
  // One character may fold into several, such as a Thai vowel into two.
  const single = written.flatMap(({ text, start, end }) =>
    [...folded(text)].map((character) => ({ text: character, start, end })),
  );
  return single.map(({ text, start, end }, at) => {
    const next = single[at + 1];
    return {
      text: next === undefined ? text : text + next.text,
      start,
      end: next?.end ?? end,
      headEnd: end,
      tail: next === undefined && single.length > 1,
    };
  });
}

/** Consecutive words, as they must follow each other in a text; `at` counts from the first. */
export type Phrase = readonly { text: string; at: number; prefix: boolean; single: boolean }[];

/** More than people remember of a message. */
const maxPhrases = 8;

/**
 * Returns the phrases of a search: each part between spaces is one, and all must be found. Its last word may be incomplete. Empty
 * if the search contains nothing indexable.
 */
export function phrasesOf(search: string): Phrase[] {
  const phrases = search.split(/\s+/).map((stretch) => {
    const words = tokenise(stretch);
    return words.flatMap(({ text, tail, headEnd, end }, at) => {
      const isLast = at === words.length - 1;
      const single = isSpaceless.test(text) && headEnd === end;
      return tail ? [] : [{ text, at, single, prefix: single || (isLast && !isSpaceless.test(text)) }];
    });
  });
  return phrases.filter((phrase) => phrase.length > 0).slice(0, maxPhrases);
}

/** Returns the positions of the phrase in a text of these words, in UTF-16 code units. */
export function placesOf(words: readonly Word[], phrase: Phrase): [number, number][] {
  const places: [number, number][] = [];
  for (let from = 0; from < words.length; from += 1) {
    const found = phrase.every(({ text, at, prefix }) => {
      const word = words[from + at];
      return word !== undefined && (prefix ? word.text.startsWith(text) : word.text === text);
    });
    const last = phrase.at(-1);
    const first = words[from];
    const end = last && words[from + last.at];
    if (found && first && last && end) places.push([first.start, last.single ? end.headEnd : end.end]);
  }
  return places;
}
