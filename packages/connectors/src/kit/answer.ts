/**
 * Reads JSON responses of platforms, limiting their size after decompression and the number of values they contain. The host
 * limits the time (`Network.fetch`).
 */
import type { ZodType } from 'zod';
import { ConnectorFailure } from './guard.ts';

/** Maximum size of a response in bytes. Decoding, counting and parsing that much blocks the event loop for some 30 ms. */
const bytesLimit = 4 * 1024 * 1024;

/**
 * Maximum number of values in a response. Distinct field names are the most expensive: 60,000 take 60 ms to parse and validate,
 * 200,000 take 350 ms.
 */
const valuesLimit = 60_000;

/** Parses a response as `shape`. Throws `ConnectorFailure`, or the network's error while the body is read. */
export async function readAnswer<T>(shape: ZodType<T>, response: Response): Promise<T> {
  const text = await readBody(response);
  if (countValues(text) > valuesLimit) throw new ConnectorFailure('platform-answer-too-large');
  return readShape(shape, parse(text));
}

async function readBody(response: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of response.body ?? []) {
    bytes += piece.byteLength;
    if (bytes > bytesLimit) throw new ConnectorFailure('platform-answer-too-large');
    pieces.push(piece);
  }
  return new TextDecoder().decode(Buffer.concat(pieces));
}

/** Throws `ConnectorFailure` if the value doesn't match the shape. */
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

/** Counts commas and opening brackets outside strings, which is at least half the number of values. */
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
