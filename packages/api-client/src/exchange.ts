/** One HTTP exchange, within its time limit. Every failure except the caller's own abort becomes an `ApiError`. */
import type { Endpoint, InterfaceLanguage } from '@parley/contract';
import { readAnswer } from './answer.ts';
import { ApiError } from './api-error.ts';
import { type ClientErrorId, clientMessage } from './client-messages.ts';
import type { Download, DownloadProgress } from './download.ts';
import { type Accept, type HeaderFacts, type Parts, requestHeaders, requestUrl } from './request.ts';

export type ExchangeOptions = {
  baseUrl: string;
  send: typeof fetch;
  language(): InterfaceLanguage;
  /** Returns this client's current values for the headers. */
  facts(): Omit<HeaderFacts, 'accessToken' | 'language'>;
  /** Time limit for an answer; for a download, the maximum time without any data. */
  timeLimitMs: number;
};

type Request = { endpoint: Endpoint; parts: Parts; token: string | null; signal?: AbortSignal | undefined };

export type Exchange = {
  /** Returns the envelope's `data`, parsed with the endpoint's schema. */
  answer(request: Request): Promise<unknown>;
  file(request: Request, onProgress?: DownloadProgress): Promise<Download>;
};

/** A timeout that `rest` restarts. */
function restartableTimeout(limitMs: number) {
  const late = new AbortController();
  const give = () => late.abort();
  let timer = setTimeout(give, limitMs);
  return {
    signal: late.signal,
    rest() {
      clearTimeout(timer);
      timer = setTimeout(give, limitMs);
    },
    end: () => clearTimeout(timer),
  };
}

export function createExchange({ baseUrl, send, language, facts, timeLimitMs }: ExchangeOptions): Exchange {
  function prepare({ endpoint, parts, token }: Request, accept: Accept) {
    const hasBody = parts.body !== undefined;
    const headers = { ...facts(), accessToken: token, language: language() };
    const url = requestUrl(baseUrl, endpoint, parts);
    const init = {
      method: endpoint.method,
      headers: requestHeaders(headers, hasBody, accept),
      ...(hasBody ? { body: JSON.stringify(parts.body) } : {}),
    };
    return (signal: AbortSignal) => send(url, { ...init, signal });
  }

  async function within<T>(
    caller: AbortSignal | undefined,
    work: (signal: AbortSignal, rest: () => void) => Promise<T>,
  ): Promise<T> {
    const limit = restartableTimeout(timeLimitMs);
    try {
      return await work(
        caller === undefined ? limit.signal : AbortSignal.any([caller, limit.signal]),
        limit.rest,
      );
    } catch (problem) {
      if (caller?.aborted || problem instanceof ApiError) throw problem;
      const error: ClientErrorId = limit.signal.aborted ? 'client.timeout' : 'client.network';
      throw new ApiError({ code: 0, error, message: clientMessage(error, language()), cause: problem });
    } finally {
      limit.end();
    }
  }

  return {
    async answer(asked) {
      const ask = prepare(asked, 'application/json');
      return within(asked.signal, async (signal) => {
        const response = await ask(signal);
        return readAnswer(asked.endpoint, response, await response.text(), language());
      });
    },
    async file(asked, onProgress) {
      // Loaded lazily: few pages download files, and none needs to for its first render.
      const { readFile } = await import('./download.ts');
      const ask = prepare(asked, '*/*');
      return within(asked.signal, async (signal, rest) => {
        const response = await ask(signal);
        return readFile(asked.endpoint, response, language(), (progress) => {
          rest();
          onProgress?.(progress);
        });
      });
    },
  };
}
