/** The ways in which a text can be read: letters that only look like others are written to be overlooked. */
import { foldText } from '@parley/contract/automation';
import { messageLimit } from '@parley/contract/values';

/** UTF-16 units of a text that are searched, and of its normalized form: no character that stays is longer than six. */
const longest = { text: messageLimit * 2, normalized: messageLimit * 8 };

/** Ligatures of whole sentences: they would fill the searched part of a text with eighteen letters each. */
const sentences = /[\uFDFA\uFDFB]/g;
/** Draws nothing, or a line through or around the letter before it. */
const overlays = /(?![\t\n\v\f\r])[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}]|\p{Me}|[\u0334-\u0338]/gu;

const plain = (text: string): string =>
  text.slice(0, longest.text).replaceAll(sentences, ' ').replaceAll(overlays, '');

/** Returns a text as links, addresses and numbers are searched: capitals differ, digits of all scripts don't. */
export function normalize(text: string): string {
  return plain(text)
    .normalize('NFKC')
    .replaceAll(overlays, '')
    .replaceAll('\u2795', '+')
    .replaceAll(/(?![0-9])\p{Nd}/gu, digitOf)
    .slice(0, longest.normalized);
}

const knownDigits = new Map<string, string>();

/** Unicode's decimal digits stand in tens that begin with zero. */
function digitOf(digit: string): string {
  const known = knownDigits.get(digit);
  if (known !== undefined) return known;
  const point = digit.codePointAt(0) ?? 0;
  let zero = point;
  while (point - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  knownDigits.set(digit, String(point - zero));
  return String(point - zero);
}

/** Returns a text as words are searched in it: folded, and once more for each script that its mixed words can be in. */
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

/** A word of one script that borrows letters of another: no language writes so. */
const spacedWord = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]+/gu;
const mixes =
  /\p{Script=Latin}[\p{Script=Cyrillic}\p{Script=Greek}]|[\p{Script=Cyrillic}\p{Script=Greek}]\p{Script=Latin}/u;
const isMixed = (word: string) => mixes.test(word);

const pairs = (from: string, to: string): [string, string][] => {
  const letters = [...to];
  return [...from].map((letter, at) => [letter, letters[at] ?? letter]);
};
/** Folded letters that look, small or as capitals, like the Latin ones. */
const latinLetters = new Map([
  ...pairs('авеёкмнорстухѕіїјһӏԁԛԝгѵ', 'abeekmhopctyxsiijhldqwrv'),
  ...pairs('αβγεζηικμνορτυχω', 'abyezniknvoptuxw'),
]);
const cyrillicLetters = new Map(pairs('abekmhopctyxsij', 'авекмнорстухѕіј'));
/** Small capitals, and letters in black circles and squares; Unicode's tables leave them as they are. */
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
