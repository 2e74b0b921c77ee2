import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { storableText } from '../db/storable-text.ts';
import { AppError } from './app-error.ts';

/**
 * Replaces every text of a request, before validation, by one that the database can store. Done once, so that the
 * text that is validated, stored, compared and echoed is the same.
 */
export function cleanInput(app: FastifyInstance): void {
  app.addHook('preValidation', async (request) => {
    request.params = cleaned(request.params);
    request.query = cleaned(request.query);
    request.body = cleaned(request.body);
  });
}

/** Deeper than any endpoint's input; without a limit, 100,000 brackets would overflow the stack. */
const deepest = 20;

/** Returns the value with texts that the database can store. */
export function cleaned(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return storableText(value);
  if (typeof value !== 'object' || value === null) return value;
  // Raw bytes are no text: signatures are computed over them, and files arrive as streams.
  if (value instanceof Uint8Array || value instanceof Readable) return value;
  if (depth === deepest) throw new AppError('request.malformed');
  if (Array.isArray(value)) return value.map((inner) => cleaned(inner, depth + 1));
  const entries = Object.entries(value);
  return Object.fromEntries(entries.map(([key, inner]) => [storableText(key), cleaned(inner, depth + 1)]));
}
