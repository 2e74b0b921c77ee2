import type { AnswerOf, Endpoint } from '@parley/contract';

export type Call = { token: string | null; query?: Record<string, string>; body?: unknown };

/** Sends one request to a declared endpoint without path parameters. Throws unless it succeeds. */
export async function callEndpoint<E extends Endpoint>(
  url: string,
  endpoint: E,
  call: Call,
): Promise<AnswerOf<E>> {
  const text = await callForText(url, endpoint, call);
  const envelope: unknown = JSON.parse(text);
  const data =
    typeof envelope === 'object' && envelope !== null && 'data' in envelope ? envelope.data : undefined;
  return endpoint.answer.parse(data) as AnswerOf<E>; // validated by the endpoint's own schema
}

/** Does the same without parsing the response: for measured requests, so that the client costs little. */
export async function callForText(
  url: string,
  endpoint: Endpoint,
  { token, query, body }: Call,
): Promise<string> {
  const response = await fetch(`${url}${endpoint.path}?${new URLSearchParams(query)}`, {
    method: endpoint.method,
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${endpoint.method} ${endpoint.path}: ${response.status} ${text}`);
  return text;
}
