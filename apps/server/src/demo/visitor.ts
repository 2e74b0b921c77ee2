/** Acts as a visitor of the shop’s page, by the same calls as the chat widget, without shortcuts. */

import type * as contract from '@parley/contract';
import * as visitorApi from '@parley/contract/visitor';

export type Visitor = {
  token: string;
  send(text: string): Promise<visitorApi.VisitorMessage>;
  events(since: number): Promise<contract.AnswerOf<typeof visitorApi.visitorEvents>>;
};

export async function visit(url: string, shopUrl: string, site: string): Promise<Visitor> {
  const call = async <E extends contract.Endpoint>(endpoint: E, part: object, token?: string) => {
    const get = endpoint.method === 'GET';
    const query = get
      ? `?${new URLSearchParams(Object.fromEntries(Object.entries(part).map(([name, value]) => [name, String(value)])))}`
      : '';
    const response = await fetch(`${url}${endpoint.path}${query}`, {
      method: endpoint.method,
      headers: {
        origin: shopUrl,
        systemLanguageCode: 'EN',
        'accept-language': 'es',
        ...(get ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(get ? {} : { body: JSON.stringify(part) }),
    });
    const answer = (await response.json()) as contract.Envelope<unknown>; // checked by the endpoint's own schema
    if (answer.code !== 200) throw new Error(`${endpoint.path} answered ${answer.code}: ${answer.msg}`);
    return endpoint.answer.parse(answer.data) as contract.AnswerOf<E>; // what the schema has just made
  };
  const { token } = await call(visitorApi.visitorStart, { site, language: 'es' });
  return {
    token,
    send: (text) => call(visitorApi.visitorSend, { id: crypto.randomUUID(), text }, token),
    events: (since) => call(visitorApi.visitorEvents, { since }, token),
  };
}
