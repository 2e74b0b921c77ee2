import type { AnswerOf, Endpoint, ErrorId, FailureData, RequestOf } from '@parley/contract';
import { request as sendRequest } from 'undici';

/** A response as received. `body` is the envelope, or the text if there is none. */
export type RawAnswer = {
  status: number;
  headers: Headers;
  body: { code: number; msg: string; data: unknown };
};

/** Thrown when a call is refused. `error` is the catalogue's id. */
export class RefusedCall extends Error {
  readonly status: number;
  readonly error: ErrorId;
  readonly failure: FailureData;
  readonly answer: RawAnswer;
  constructor(answer: RawAnswer, what: string) {
    // All failures from Parley have these fields; any other response is visible in the message.
    const failure = answer.body.data as FailureData;
    super(`${what}: ${answer.status} ${JSON.stringify(answer.body)}`);
    this.status = answer.status;
    this.error = failure.error as ErrorId; // as above
    this.failure = failure;
    this.answer = answer;
  }
}

/** The parts of a request, unchecked: for calls that should be refused. */
export type Parts = {
  params?: Readonly<Record<string, unknown>>;
  query?: Readonly<Record<string, unknown>>;
  body?: unknown;
};

export type TestClient = {
  /** Calls an endpoint as declared. Throws `RefusedCall`. */
  call<E extends Endpoint>(endpoint: E, request: RequestOf<E>, token?: string): Promise<AnswerOf<E>>;
  /** Calls it with any parts, and returns any response. */
  send(
    endpoint: Pick<Endpoint, 'method' | 'path'>,
    parts: Parts,
    token?: string,
    headers?: Readonly<Record<string, string>>,
  ): Promise<RawAnswer>;
};

/** `always`: headers sent with each request. */
export function createTestClient(url: string, always: Readonly<Record<string, string>> = {}): TestClient {
  const send: TestClient['send'] = async (endpoint, parts, token, headers = {}) => {
    // `fetch` takes three times as long.
    const response = await sendRequest(addressOf(url, endpoint.path, parts), {
      method: endpoint.method,
      headers: {
        systemLanguageCode: 'EN',
        ...(parts.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...always,
        ...headers,
      },
      ...(parts.body === undefined ? {} : { body: textOf(parts.body) }),
    });
    const text = await response.body.text();
    return {
      status: response.statusCode,
      headers: headersOf(response.headers),
      body: parseEnvelope(text),
    };
  };
  return {
    send,
    async call(endpoint, request, token) {
      // The declared parts are sent as they are: the type only describes them more exactly.
      const parts = request as Parts;
      const answer = await send(endpoint, parts, token);
      if (answer.status !== 200) throw new RefusedCall(answer, `${endpoint.method} ${endpoint.path}`);
      // The server has validated its response against the same declaration.
      return answer.body.data as AnswerOf<typeof endpoint>;
    },
  };
}

/** A string is sent as it is (for invalid JSON), anything else as JSON. */
function textOf(body: unknown): string {
  return typeof body === 'string' ? body : JSON.stringify(body);
}

function headersOf(received: Readonly<Record<string, string | string[] | undefined>>): Headers {
  const headers = new Headers();
  for (const [name, values] of Object.entries(received)) {
    for (const value of [values ?? []].flat()) headers.append(name, value);
  }
  return headers;
}

function parseEnvelope(text: string): RawAnswer['body'] {
  try {
    return JSON.parse(text);
  } catch {
    return { code: 0, msg: text, data: null };
  }
}

/** Returns the endpoint's URL with its parameters filled in; missing ones keep their placeholder. */
function addressOf(url: string, path: string, parts: Parts): string {
  const filled = path.replace(/:(\w+)/g, (name, key: string) =>
    parts.params?.[key] === undefined ? name : escaped(String(parts.params[key])),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parts.query ?? {})) {
    if (value !== undefined) query.append(name, textInQuery(value));
  }
  const search = query.toString();
  return `${url}${filled}${search === '' ? '' : `?${search}`}`;
}

/** Returns a value of the query as it is sent. */
export function textInQuery(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** A lone surrogate has no encoding in UTF-8: it is sent as the bytes that a careless client writes. */
function escaped(text: string): string {
  return [...text].map((one) => (one.isWellFormed() ? encodeURIComponent(one) : '%ED%A0%80')).join('');
}
