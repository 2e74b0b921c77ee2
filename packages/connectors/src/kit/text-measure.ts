/** Measures texts in the units in which platforms state their limits. */
import type { TextLimit } from '../spec.ts';

type Unit = TextLimit['unit'];

/** Measures a text incrementally, code point by code point. */
type Meter = { add(character: string): number };

/** Returns the size of a text in a platform's unit. */
export function measureText(text: string, unit: Unit): number {
  const meter = meters[unit]();
  let size = 0;
  for (const character of text) size = meter.add(character);
  return size;
}

/** Returns the number of UTF-16 units of a text that fit a limit, without splitting a code point. */
export function fittingLength(text: string, { max, unit }: TextLimit): number {
  const meter = meters[unit]();
  let length = 0;
  for (const character of text) {
    if (meter.add(character) > max) break;
    length += character.length;
  }
  return length;
}

const meters: Record<Unit, () => Meter> = {
  'code-points': () => sum(() => 1),
  'utf16-units': () => sum((character) => character.length),
  'utf8-bytes': () => sum(utf8Bytes),
  'sms-segments': smsSegments,
};

function sum(sizeOf: (character: string) => number): Meter {
  let size = 0;
  return {
    add(character) {
      size += sizeOf(character);
      return size;
    },
  };
}

/** A lone surrogate is sent as U+FFFD, which has three bytes. */
function utf8Bytes(character: string): number {
  const point = character.codePointAt(0) ?? 0;
  if (point < 0x80) return 1;
  if (point < 0x800) return 2;
  return point < 0x1_0000 ? 3 : 4;
}

/** The GSM default alphabet, and its extension table at two septets per character. Source: 3GPP TS 23.038, 6.2.1 */
const gsm = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
const gsmExtension = new Set('\f^{}\\[~]|€');

/**
 * Counts SMS segments: 160 septets if there is one, 153 each if there are several; 70 and 67 UTF-16 units as soon as one
 * character is outside the alphabet. A two-unit character isn't split between segments. Source: 3GPP TS 23.040, 9.2.3.24.1
 */
function smsSegments(): Meter {
  const septets = packed({ alone: 160, each: 153 });
  const units = packed({ alone: 70, each: 67 });
  let plain = true;
  return {
    add(character) {
      const isExtension = gsmExtension.has(character);
      plain &&= isExtension || gsm.has(character);
      const inSeptets = septets(isExtension ? 2 : 1);
      const inUnits = units(character.length);
      return plain ? inSeptets : inUnits;
    },
  };
}

function packed({ alone, each }: { alone: number; each: number }): (size: number) => number {
  let total = 0;
  let end = 0;
  return (size) => {
    total += size;
    const left = each - (end % each);
    end += left < size ? left + size : size;
    return total <= alone ? 1 : Math.ceil(end / each);
  };
}
