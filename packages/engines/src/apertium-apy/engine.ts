/**
 * Apertium behind its HTTP server, `apertium-apy`. Texts are sent to `/translateRaw` with `deformat=False`: the server then
 * passes on Apertium's stream format, in which kept parts survive (its `html` format translates even elements marked
 * `translate="no"`), and starts no formatter processes, which would take a third of the time. Source:
 * apertium_apy/handlers/translate.py, translate_raw.py and list_modes.py of apertium-apy 0.11.7.
 */
import { z } from 'zod';
import { pickPair } from '../apertium/codes.ts';
import { askChunks, streamMask } from '../apertium/mask.ts';
import { closableEngine, type Living } from '../kit/closable-engine.ts';
import { addressOf, callJson, callText, httpAddress } from '../kit/http.ts';
import { createPairs, type Pair } from '../kit/pairs.ts';
import { translateParts } from '../kit/translate-parts.ts';
import type { Engine, EngineFailure, EngineHost } from '../spec.ts';

const settings = z.strictObject({
  /** The server's address, e.g. `http://127.0.0.1:2737`. */
  baseUrl: httpAddress,
});
export type ApertiumApySettings = z.output<typeof settings>;

const pairList = z.object({
  responseData: z.array(z.object({ sourceLanguage: z.string(), targetLanguage: z.string() })),
});

export const apertiumApy: Engine<ApertiumApySettings> = {
  manifest: {
    kind: 'apertium-apy',
    name: 'Apertium (server)',
    capabilities: { context: false, streaming: false },
    settings,
  },
  async open({ baseUrl }, host) {
    return closableEngine((ended) => openServer(baseUrl, host, ended));
  },
};

function openServer(baseUrl: string, host: EngineHost, ended: AbortSignal): Living {
  const listPairs = async (signal: AbortSignal): Promise<Pair[]> => {
    const list = await callJson({ host, url: addressOf(baseUrl, '/listPairs'), signal }, pairList);
    return list.responseData.map((pair) => ({ source: pair.sourceLanguage, target: pair.targetLanguage }));
  };
  const pairs = createPairs(host.clock, ended, listPairs, pickPair);
  return {
    supports: pairs.supports,
    translate(request) {
      const { parts, signal } = request;
      const ask = (pair: Pair) => (chunk: string) => translateRaw(host, baseUrl, pair, chunk, signal);
      const call = async (text: string): Promise<string> => askChunks(text, ask(await pairs.find(request)));
      return translateParts({ parts, signal, mask: streamMask, call });
    },
  };
}

/** POST, because the length of a GET's URL is limited; the server reads its arguments from either. */
function translateRaw(
  host: EngineHost,
  baseUrl: string,
  pair: Pair,
  chunk: string,
  signal: AbortSignal,
): Promise<string> {
  const body = new URLSearchParams({
    langpair: `${pair.source}|${pair.target}`,
    q: chunk,
    deformat: 'False',
    markUnknown: 'no',
  });
  const init = { method: 'POST', body };
  return callText({ host, url: addressOf(baseUrl, '/translateRaw'), init, signal, failureOf });
}

/** `That pair is not installed`: the pairs changed since they were listed. */
function failureOf(status: number, body: string): EngineFailure | undefined {
  return status === 400 && /pair is (?:not installed|invalid)/.test(body) ? 'unsupported' : undefined;
}
