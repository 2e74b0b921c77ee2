/** The ways to read a text: lookalike letters are used to evade rules. */
import { foldText } from '@parley/contract/automation';
import { messageLimit } from '@parley/contract/values';

/**
 * Longest searched text, and longest normalized form, in UTF-16 units: after normalization no character is longer than
 * six.
 */
const longest = { text: messageLimit * 2, normalized: messageLimit * 8 };

/** Ligatures of whole sentences, which would fill the searched part of a text with eighteen letters each. */
const sentences = /[\uFDFA\uFDFB]/g;
/** Invisible characters, and lines through or around the preceding letter. */
const overlays = /(?![\t\n\v\f\r])[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}]|\p{Me}|[\u0334-\u0338]/gu;

const plain = (text: string): string =>
  text.slice(0, longest.text).replaceAll(sentences, ' ').replaceAll(overlays, '');

/**
 * Returns a text as it is searched for links, addresses and numbers: case is kept, digits of all scripts become ASCII.
 */
export function normalize(text: string): string {
  return plain(text)
    .normalize('NFKC')
    .replaceAll(overlays, '')
    .replaceAll('\u2795', '+')
    .replaceAll(/(?![0-9])\p{Nd}/gu, digitOf)
    .slice(0, longest.normalized);
}

const knownDigits = new Map<string, string>();

/** Returns a digit in ASCII. Unicode's decimal digits come in runs of ten that begin with zero. */
function digitOf(digit: string): string {
  const known = knownDigits.get(digit);
  if (known !== undefined) return known;
  const point = digit.codePointAt(0) ?? 0;
  let zero = point;
  while (point - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  knownDigits.set(digit, String(point - zero));
  return String(point - zero);
}

/**
 * Returns a text as it is searched for words: folded, and again for each script in which its mixed words can be read.
 */
export function readingsOf(text: string): string[] {
  const folded = foldText(plain(text)).slice(0, longest.normalized);
  const styled = folded.replaceAll(styledLetters, (letter) => plainLetters.get(letter) ?? letter);
  if (!mixes.test(styled)) return [...new Set([folded, styled])];
  const read = (letters: ReadonlyMap<string, string>) =>
    styled.replaceAll(spacedWord, (word) =>
      isMixed(word) ? Array.from(word, (letter) => letters.get(letter) ?? letter).join('') : word,
    );
  return [...new Set([folded, styled, read(latinLetters), read(cyrillicLetters)])];
}

/** A word of one script that borrows letters of another, as no language does. */
const spacedWord = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]+/gu;
const mixes =
  /\p{Script=Latin}[\p{Script=Cyrillic}\p{Script=Greek}]|[\p{Script=Cyrillic}\p{Script=Greek}]\p{Script=Latin}/u;
const isMixed = (word: string) => mixes.test(word);

const pairs = (from: string, to: string): [string, string][] => {
  const letters = [...to];
  return [...from].map((letter, at) => [letter, letters[at] ?? letter]);
};
/** Folded letters that resemble Latin ones, in lower or upper case. */
const latinLetters = new Map([
  ...pairs('авеёкмнорстухѕіїјһӏԁԛԝгѵ', 'abeekmhopctyxsiijhldqwrv'),
  ...pairs('αβγεζηικμνορτυχω', 'abyezniknvoptuxw'),
]);
const cyrillicLetters = new Map(pairs('abekmhopctyxsij', 'авекмнорстухѕіј'));
/** Small capitals, and letters in black circles and squares, which Unicode normalization keeps. */
const plainLetters = new Map([
  ...pairs('ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ', 'abcdefghijklmnoprstuvwyz'),
  ...[0x1f150, 0x1f170].flatMap((first) =>
    Array.from({ length: 26 }, (_, at): [string, string] => [
      String.fromCodePoint(first + at),
      String.fromCharCode(0x61 + at),
    ]),
  ),
]);
const styledLetters = new RegExp(`[${[...plainLetters.keys()].join('')}]`, 'gu');
