import { splitProtected } from '../protected-spans.ts';

export const troublesomePieces: readonly string[] = [
  '😀',
  '👩‍',
  '\ud800',
  '\u202e',
  '\u0000',
  '1',
  '1,',
  '1 000',
  '+1 ',
  'a.',
  'a@',
  '@a.',
  'a://',
  '{',
  '<a',
  'A-',
  'A1',
  '-',
  '$',
  '%1',
  'x.',
  'http://.',
  '#a-',
  '.a/',
  '\u0301',
  'www.)',
  '{{a',
  '1-A',
  ')',
  '()',
  '.)',
  '://a)',
  'www.a(',
  'a.b/)',
  'a.a/x,',
  '(a.com/)',
  'A1.',
  'a-',
  '1 ',
];

/** Returns a repeated piece with at least this length. */
export const repeated = (piece: string, length: number) =>
  `${piece.repeat(Math.ceil(length / piece.length))}z`;

/** Joins the parts of a text. */
export const joined = (text: string) =>
  splitProtected(text)
    .map((part) => ('keep' in part ? part.keep : part.text))
    .join('');
