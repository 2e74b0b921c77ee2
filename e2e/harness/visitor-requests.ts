/** Sends a visitor's requests without a browser, for journeys that need customers but not their UI. */
import { visitorSend, visitorStart } from '@parley/contract/visitor';
import { z } from 'zod';

const envelope = z.object({ data: z.unknown() });

type Message = { site: string; text: string; language?: string };

/** Writes one message as a new visitor. @param url the server's @param origin the website's */
export async function writeAsVisitor(
  url: string,
  origin: string,
  { site, text, language }: Message,
): Promise<void> {
  const post = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin, ...headers },
      body: JSON.stringify(body),
    });
    if (response.status !== 200) throw new Error(`${path}: ${await response.text()}`);
    return envelope.parse(await response.json()).data;
  };
  const { token } = visitorStart.answer.parse(await post(visitorStart.path, { site, language }));
  const said = { id: crypto.randomUUID(), text };
  await post(visitorSend.path, said, { authorization: `Bearer ${token}` });
}
