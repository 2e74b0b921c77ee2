/**
 * LibreTranslate's API. Source: LibreTranslate, libretranslate/app.py (routes, errors) and
 * argosopentech/translate-html (what its `html` format does: `translate="no"` is honoured, white space and with
 * it line breaks are lost; the server resolves the entities of its answer).
 */
import { z } from 'zod';
import { mapLimited } from '../kit/abort.ts';
import { closableEngine, type Living } from '../kit/closable-engine.ts';
import { addressOf, callJson, httpAddress, jsonPost } from '../kit/http.ts';
import { type Mask, markup } from '../kit/masks.ts';
import { createPairs, type Pair } from '../kit/pairs.ts';
import { sourceText, splitLines } from '../kit/parts.ts';
import { translateParts } from '../kit/translate-parts.ts';
import type { Engine, EngineFailure, EngineHost, Part } from '../spec.ts';
import { pickCode } from './codes.ts';

const settings = z.strictObject({
  /** The server's address, e.g. `http://127.0.0.1:5000`. */
  baseUrl: httpAddress,
  /** Required if the server's operator demands one. */
  apiKey: z.string().min(1).optional(),
});
export type LibreTranslateSettings = z.output<typeof settings>;

const languageList = z.array(z.object({ code: z.string(), targets: z.array(z.string()) }));
type LanguageList = z.output<typeof languageList>;

const translation = z.object({ translatedText: z.string() });

/** Number of lines of one message that are requested concurrently. */
const linesAtOnce = 4;

export const libreTranslate: Engine<LibreTranslateSettings> = {
  manifest: {
    kind: 'libretranslate',
    name: 'LibreTranslate',
    capabilities: { context: false, streaming: false },
    settings,
  },
  async open(chosen, host) {
    return closableEngine((ended) => openServer(chosen, host, ended));
  },
};

function openServer(
  { baseUrl, apiKey }: LibreTranslateSettings,
  host: EngineHost,
  ended: AbortSignal,
): Living {
  const listLanguages = (signal: AbortSignal): Promise<LanguageList> =>
    callJson({ host, url: addressOf(baseUrl, '/languages'), signal }, languageList);
  const pairs = createPairs(host.clock, ended, listLanguages, pickPair);
  return {
    supports: pairs.supports,
    async translate(request) {
      const { signal } = request;
      const call = async (q: string, sent: readonly Part[]): Promise<string> => {
        const body = { q, ...(await pairs.find(request)), format: formatOf(sent) };
        const init = jsonPost({ ...body, ...(apiKey === undefined ? {} : { api_key: apiKey }) });
        const url = addressOf(baseUrl, '/translate');
        return (await callJson({ host, url, init, signal, failureOf }, translation)).translatedText;
      };
      const line = async (parts: readonly Part[]): Promise<string> =>
        (await translateParts({ parts, signal, mask, call })).text;
      return { text: await byLines(request.parts, line) };
    },
  };
}

/** Without kept parts, a text is sent as `text`, which needs no markup and preserves line breaks. */
function formatOf(parts: readonly Part[]): 'text' | 'html' {
  return parts.some((part) => 'keep' in part) ? 'html' : 'text';
}

/** The server resolves entities in answers to `text` as well, so those written by a person are escaped once more. */
const mask: Mask = (parts) => {
  if (formatOf(parts) === 'html') return markup(parts);
  return { text: sourceText(parts).replace(/&(?=#?\w{1,32};)/g, '&amp;'), restore: (answer) => answer };
};

/** Translates line by line where the `html` format would lose the line breaks, otherwise as a whole. */
async function byLines(
  parts: readonly Part[],
  translateLine: (parts: readonly Part[]) => Promise<string>,
): Promise<string> {
  if (formatOf(parts) === 'text') return translateLine(parts);
  const lines = await mapLimited(splitLines(parts), linesAtOnce, async (line) => {
    return (await translateLine(line.parts)) + line.lineBreak;
  });
  return lines.join('');
}

function pickPair(source: string, target: string, list: LanguageList): Pair | undefined {
  const from = pickCode(
    source,
    list.map((language) => language.code),
  );
  const targets = list.find((language) => language.code === from)?.targets ?? [];
  const to = pickCode(target, targets);
  return from === undefined || to === undefined ? undefined : { source: from, target: to };
}

/**
 * An unknown language is a 400; a missing pair raises an error inside the server's catch-all handler, which returns it as a
 * 500 around the 400's sentence. A missing key is a 400 too, and uses the common mapping.
 */
function failureOf(status: number, body: string): EngineFailure | undefined {
  if (status !== 400 && status !== 500) return undefined;
  return /is not supported|is not available as a target language/.test(body) ? 'unsupported' : undefined;
}
