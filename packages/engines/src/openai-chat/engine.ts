/** Language models behind the API that OpenAI made common: hosted ones, and local servers that implement it. */
import { z } from 'zod';
import { closableEngine, type Living } from '../kit/closable-engine.ts';
import { addressOf, callService, httpAddress, jsonPost } from '../kit/http.ts';
import { markers, showPartial } from '../kit/masks.ts';
import { translateParts } from '../kit/translate-parts.ts';
import { type Engine, EngineError, type EngineHost, type Part, type TranslateRequest } from '../spec.ts';
import { nameOf, promptFor, showablePart } from './prompt.ts';
import { failureOfStatus, readCompletion } from './stream.ts';

const settings = z.strictObject({
  /** The base address, to which `/chat/completions` is appended, e.g. `https://api.openai.com/v1`. */
  baseUrl: httpAddress,
  /** Sent as a bearer token; local servers need none. */
  apiKey: z.string().min(1).optional(),
  model: z.string().min(1),
  /** Omitted from the request if not set: some models refuse it. */
  temperature: z.number().min(0).max(2).optional(),
});
export type OpenAiChatSettings = z.output<typeof settings>;

export const openAiChat: Engine<OpenAiChatSettings> = {
  manifest: {
    kind: 'openai-chat',
    name: 'Language model (OpenAI-compatible)',
    capabilities: { context: true, streaming: true },
    settings,
  },
  async open(chosen, host) {
    return closableEngine(() => openModel(chosen, host));
  },
};

function openModel(chosen: OpenAiChatSettings, host: EngineHost): Living {
  return {
    async supports(source, target) {
      return doesPair(source, target);
    },
    translate(request) {
      const { parts, signal } = request;
      const call = async (text: string, sent: readonly Part[]): Promise<string> => {
        if (!doesPair(request.source, request.target)) throw unsupported(request);
        return complete(chosen, host, { text, sent, request });
      };
      return translateParts({ parts, signal, mask: markers, call });
    },
  };
}

/** Returns whether both tags name a language: a model attempts every language. */
function doesPair(source: string, target: string): boolean {
  return nameOf(source) !== undefined && nameOf(target) !== undefined;
}

function unsupported({ source, target }: TranslateRequest): EngineError {
  return new EngineError('unsupported', `${source} to ${target} is no pair of known languages.`);
}

type Completion = { text: string; sent: readonly Part[]; request: TranslateRequest };

function complete(chosen: OpenAiChatSettings, host: EngineHost, completion: Completion): Promise<string> {
  const { text, sent, request } = completion;
  const prompt = promptFor({ ...request, text });
  const { model, temperature } = chosen;
  const body = {
    model,
    messages: prompt.messages,
    stream: true,
    ...(temperature === undefined ? {} : { temperature }),
  };
  const init = jsonPost(body, {
    accept: 'text/event-stream',
    ...(chosen.apiKey === undefined ? {} : { authorization: `Bearer ${chosen.apiKey}` }),
  });
  const url = addressOf(chosen.baseUrl, '/chat/completions');
  const onGrowth = (growing: string): void =>
    request.onProgress?.(showPartial(sent, showablePart(growing, prompt.strip)));
  return callService(
    { host, url, init, signal: request.signal, failureOf: failureOfStatus },
    async (answer) => prompt.strip(await readCompletion(answer, onGrowth)),
  );
}
