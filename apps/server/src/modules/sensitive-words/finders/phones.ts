/**
 * Finds phone numbers: international ones, with + and 8 to 15 digits or 00 and 10 to 15 digits, and Chinese mobile
 * numbers. A number without a country code is taken for an order, a price or a date; so is 00 after the hours of a time
 * or the integer part of a price, or next to the letters of a code.
 */

/** Up to three separators between two digits, as numbers are written: +44 (0)20 7946-0958. */
const gap = String.raw`[ ()._\u00a0\u2010-\u2015\u2212/-]{0,3}`;
const digits = (least: number) => String.raw`${gap}[1-9](?:${gap}\d){${least - 1},14}(?!\d)`;
const expressions = [
  new RegExp(String.raw`(?<![\d+]|UTC|GMT)\+{1,64}${digits(8)}`, 'gi'),
  new RegExp(String.raw`(?<![\dA-Za-z+#]|\d[.,:/\u2010-\u2015-])00${digits(10)}(?![A-Za-z])`, 'g'),
  /(?<![\d+]|\d[.,])1[3-9]\d(?:(?:[ _\u2010-\u2015-]?\d{4}){2}|(?:\.\d{4}){2})(?!\d)/g,
];

/** @param text normalized */
export function findPhones(text: string): string[] {
  const found: string[] = [];
  expressions.reduce(
    (rest, expression) =>
      rest.replaceAll(expression, (number) => {
        found.push(number);
        return ' '.repeat(number.length);
      }),
    text,
  );
  return found;
}

export const digitsOf = (number: string): string => number.replaceAll(/\D/g, '').replace(/^00/, '');
