/** The steps from a request to an answer that all engines share; the notation and the call differ. */
import type { Part, TranslateAnswer } from '../spec.ts';
import { EngineError } from '../spec.ts';
import { assertRunning } from './abort.ts';
import { KeptPartsError, type Mask } from './masks.ts';
import { assertTranslation } from './nonsense.ts';
import { hasWords, sourceText, tidyParts, translatable, trimEnds } from './parts.ts';

export type PartsRequest = {
  parts: readonly Part[];
  signal: AbortSignal;
  mask: Mask;
  /** Makes one call to the service with the masked text of these parts; returns the answer with the masks in it. */
  call(text: string, parts: readonly Part[]): Promise<string>;
};

/**
 * Translates the sentence as a whole with its kept parts masked. If the service loses one, translates the texts between the
 * kept parts one by one: worse language, but no link or number is ever lost. Rejects with `EngineError` only.
 */
export async function translateParts(request: PartsRequest): Promise<TranslateAnswer> {
  const parts = tidyParts(request.parts);
  assertRunning(request.signal);
  if (!hasWords(translatable(parts))) return { text: sourceText(parts) };
  try {
    return { text: await askOnce(request, parts) };
  } catch (error) {
    if (!(error instanceof KeptPartsError)) throw error;
    if (parts.length === 1) {
      throw new EngineError('nonsense', `The answer can't be read: ${error.message}.`, { cause: error });
    }
  }
  let text = '';
  for (const part of parts) text += (await translateParts({ ...request, parts: [part] })).text;
  return { text };
}

async function askOnce(request: PartsRequest, parts: readonly Part[]): Promise<string> {
  const trimmed = trimEnds(parts);
  const masked = request.mask(trimmed.parts);
  const answer = (await request.call(masked.text, trimmed.parts)).trim();
  assertRunning(request.signal);
  const text = trimmed.lead + masked.restore(answer) + trimmed.tail;
  assertTranslation(sourceText(parts), text);
  return text;
}
