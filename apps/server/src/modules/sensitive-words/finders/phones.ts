/**
 * Finds phone numbers: international ones, which begin with + or 00 and have 8 to 15 digits, and Chinese mobile numbers.
 * A number without a country is taken for an order, a price or a date, and isn't found.
 */

/** Up to two marks between two digits, as numbers are written: +44 (0)20 7946-0958. */
const gap = String.raw`[ ().\u00a0\u2010-\u2015/-]{0,3}`;
const international = new RegExp(String.raw`(?<![\d+])(?:\+|00)${gap}[1-9](?:${gap}\d){7,14}(?!\d)`, 'g');
const chineseMobile = /(?<![\d+.,])1[3-9]\d(?:[ -]?\d{4}){2}(?![\d])/g;

/** @param text normalized */
export function findPhones(text: string): string[] {
  const found: string[] = [];
  const rest = text.replaceAll(international, (number) => {
    found.push(number);
    return ' '.repeat(number.length);
  });
  for (const [number] of rest.matchAll(chineseMobile)) found.push(number);
  return found;
}

export const digitsOf = (number: string): string => number.replaceAll(/\D/g, '').replace(/^00/, '');
