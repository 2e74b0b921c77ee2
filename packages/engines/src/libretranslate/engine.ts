/**
 * LibreTranslate's API. Source: LibreTranslate, libretranslate/app.py (routes, errors) and
 * argosopentech/translate-html (what its `html` format does: `translate="no"` is honoured, white space and with
 * it line breaks are lost; the server resolves the entities of its answer).
 */
import { z } from 'zod';
import { mapLimited } from '../kit/abort.ts';
import { addressOf, callJson, isHttpAddress } from '../kit/http.ts';
import { type Mask, markup } from '../kit/masks.ts';
import { splitLines } from '../kit/parts.ts';
import { listAgeMs, remember } from '../kit/remember.ts';
import { translateParts } from '../kit/translate-parts.ts';
import {
  type Engine,
  EngineError,
  type EngineFailure,
  type EngineHost,
  type OpenEngine,
  type Part,
  type TranslateRequest,
} from '../spec.ts';
import { pickCode } from './codes.ts';

const settings = z.strictObject({
  /** Where the server is, e.g. `http://127.0.0.1:5000`. */
  baseUrl: z.string().refine(isHttpAddress, 'an http or https address'),
  /** Needed where the server's operator asks for one. */
  apiKey: z.string().min(1).optional(),
});
export type LibreTranslateSettings = z.output<typeof settings>;

const languageList = z.array(z.object({ code: z.string(), targets: z.array(z.string()) }));
type LanguageList = z.output<typeof languageList>;

const translation = z.object({ translatedText: z.string() });

/** How many lines of one message are asked for at once. */
const linesAtOnce = 4;

export const libreTranslate: Engine<LibreTranslateSettings> = {
  manifest: {
    kind: 'libretranslate',
    name: 'LibreTranslate',
    capabilities: { context: false, streaming: false },
    settings,
  },
  async open(chosen, host) {
    return openServer(chosen, host);
  },
};

type Codes = { source: string; target: string };

type Ask = (codes: Codes, q: string, format: 'text' | 'html', signal: AbortSignal) => Promise<string>;

function openServer({ baseUrl, apiKey }: LibreTranslateSettings, host: EngineHost): OpenEngine {
  const ended = new AbortController();
  const languages = remember(host.clock, listAgeMs, ended.signal, (signal) =>
    callJson({ host, url: addressOf(baseUrl, '/languages'), signal }, languageList),
  );
  const ask: Ask = async (codes, q, format, signal) => {
    const body = { q, ...codes, format, ...(apiKey === undefined ? {} : { api_key: apiKey }) };
    const headers = { 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    const url = addressOf(baseUrl, '/translate');
    return (await callJson({ host, url, init, signal, failureOf }, translation)).translatedText;
  };
  return {
    async supports(source, target) {
      return pickCodes(source, target, await languages(ended.signal)) !== undefined;
    },
    async translate(request) {
      const signal = AbortSignal.any([request.signal, ended.signal]);
      const codes = (): Promise<Codes> => codesFor(request, languages, signal);
      return { text: await byLines(request.parts, (parts) => translateLine(parts, signal, codes, ask)) };
    },
    async close() {
      ended.abort(new Error('the engine was closed'));
    },
  };
}

async function translateLine(
  parts: readonly Part[],
  signal: AbortSignal,
  codes: () => Promise<Codes>,
  ask: Ask,
): Promise<string> {
  const mask = parts.some(isKept) ? markup : asItIs;
  const call = async (text: string, sent: readonly Part[]): Promise<string> =>
    ask(await codes(), text, sent.some(isKept) ? 'html' : 'text', signal);
  return (await translateParts({ parts, signal, mask, call })).text;
}

function isKept(part: Part): boolean {
  return 'keep' in part;
}

/** Without kept parts a text goes as `text`, in which nothing needs escaping. */
const asItIs: Mask = (parts) => ({
  text: parts.map((part) => ('keep' in part ? part.keep : part.text)).join(''),
  restore: (answer) => answer,
});

/** Line by line where the `html` format would lose the line breaks, as a whole where it needn't be used. */
async function byLines(
  parts: readonly Part[],
  translateLine: (parts: readonly Part[]) => Promise<string>,
): Promise<string> {
  if (!parts.some(isKept)) return translateLine(parts);
  const lines = await mapLimited(splitLines(parts), linesAtOnce, async (line) => {
    return (await translateLine(line.parts)) + line.lineBreak;
  });
  return lines.join('');
}

function pickCodes(source: string, target: string, list: LanguageList): Codes | undefined {
  const from = pickCode(
    source,
    list.map((language) => language.code),
  );
  const targets = list.find((language) => language.code === from)?.targets ?? [];
  const to = pickCode(target, targets);
  return from === undefined || to === undefined ? undefined : { source: from, target: to };
}

async function codesFor(
  { source, target }: TranslateRequest,
  languages: (signal: AbortSignal) => Promise<LanguageList>,
  signal: AbortSignal,
): Promise<Codes> {
  const codes = pickCodes(source, target, await languages(signal));
  if (codes !== undefined) return codes;
  throw new EngineError('unsupported', `The LibreTranslate server doesn't do ${source} to ${target}.`);
}

/**
 * A language that the server doesn't have is a 400; a pair that it lacks is raised inside its catch-all, so it
 * comes as a 500 around the 400's sentence. A missing key is a 400 too, and falls under the common mapping.
 */
function failureOf(status: number, body: string): EngineFailure | undefined {
  if (status !== 400 && status !== 500) return undefined;
  return /is not supported|is not available as a target language/.test(body) ? 'unsupported' : undefined;
}
