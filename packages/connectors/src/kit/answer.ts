/**
 * The JSON answers of platforms, read with limits. Their size after decompression and the time that they take are the
 * host's limits (`Network.fetch`); here it is what a text of that size may unfold to.
 */
import type { ZodType } from 'zod';
import { ConnectorFailure } from './guard.ts';

/** Values of one answer: each takes up to 60 bytes of memory for the two that it has on the wire. */
const valuesLimit = 200_000;

/** Throws `ConnectorFailure`, or what the network says while the body is read. */
export async function readAnswer<T>(shape: ZodType<T>, response: Response): Promise<T> {
  const text = await response.text();
  if (countValues(text) > valuesLimit) throw new ConnectorFailure('platform-answer-too-large');
  return readShape(shape, parse(text));
}

/** Throws `ConnectorFailure` for a value of another shape. */
export function readShape<T>(shape: ZodType<T>, value: unknown): T {
  const read = shape.safeParse(value);
  if (read.success) return read.data;
  throw new ConnectorFailure('platform-unreadable', '', { cause: read.error });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ConnectorFailure('platform-unreadable', '', { cause });
  }
}

const quote = 34;
const backslash = 92;
const comma = 44;
const bracket = 91;
const brace = 123;

/** The commas and opening brackets outside of strings: at least as many as half the values. */
function countValues(text: string): number {
  let count = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (inString) {
      if (unit === backslash) at += 1;
      else if (unit === quote) inString = false;
    } else if (unit === quote) inString = true;
    else if (unit === comma || unit === bracket || unit === brace) count += 1;
  }
  return count;
}
