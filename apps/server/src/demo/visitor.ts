/** A visitor of the shop’s page, by the same calls as the chat widget’s: nothing here knows a shortcut. */
import * as contract from '@parley/contract';

export type Visitor = {
  token: string;
  send(text: string): Promise<contract.VisitorMessage>;
  events(since: number): Promise<contract.AnswerOf<typeof contract.visitorEvents>>;
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
  const { token } = await call(contract.visitorStart, { site, language: 'es' });
  return {
    token,
    send: (text) => call(contract.visitorSend, { id: crypto.randomUUID(), text }, token),
    events: (since) => call(contract.visitorEvents, { since }, token),
  };
}
