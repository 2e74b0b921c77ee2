/** Checks that an answer is a translation at all. Broken services often respond with 200 and garbage. */
import { EngineError } from '../spec.ts';
import { hasWords } from './parts.ts';

/** An answer may be `growth` times longer than its source, or `growthFloor` longer for very short ones. */
const growth = 10;
const growthFloor = 200;
/** From `shrinkFrom` characters on, a translation `shrink` times shorter has lost its text. */
const shrinkFrom = 200;
const shrink = 25;

const protocolDebris =
  /^\s*(?:<!doctype\b|<html\b|<\?xml\b|\{\s*"(?:error|message|choices|translatedText|responseData|status)"\s*:)/i;
// C0 controls except tab, line feed and carriage return; none of them belongs in a chat line.
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding control characters is its purpose
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/;

/**
 * Throws `EngineError('nonsense')` if `answer` can't be a translation of `source`. Both include their kept parts, which the
 * caller has already checked.
 */
export function assertTranslation(source: string, answer: string): void {
  const fault = nonsenseIn(source, answer);
  if (fault !== undefined) throw new EngineError('nonsense', `The answer is no translation: ${fault}.`);
}

/** Throws `EngineError('nonsense')` for an answer too long for its source; to be called before costly work. */
export function assertProportion(source: string, answer: string): void {
  const fault = disproportion(source, answer);
  if (fault !== undefined) throw new EngineError('nonsense', `The answer is no translation: ${fault}.`);
}

function disproportion(source: string, answer: string): string | undefined {
  if (answer.length <= growthFloor + growth * source.length) return undefined;
  return `${answer.length} units for a source of ${source.length}`;
}

function nonsenseIn(source: string, answer: string): string | undefined {
  const tooLong = disproportion(source, answer);
  if (tooLong !== undefined) return tooLong;
  if (hasWords(source) && answer.trim() === '') return 'it is empty';
  if (source.length >= shrinkFrom && answer.length < source.length / shrink) {
    return `only ${answer.length} units for a source of ${source.length}`;
  }
  if (protocolDebris.test(answer) && !protocolDebris.test(source)) return 'it is a page or an error object';
  if (answer.includes('\ufffd') && !source.toWellFormed().includes('\ufffd')) return 'its encoding is broken';
  if (controls.test(answer) && !controls.test(source)) return 'it holds control characters';
  return undefined;
}
