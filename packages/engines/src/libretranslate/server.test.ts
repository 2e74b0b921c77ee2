/** Tests LibreTranslate's API beyond the conformance suite. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { realHost } from '../kit/fixtures/host.ts';
import type { OpenEngine, Part } from '../spec.ts';
import { libreTranslate } from './engine.ts';
import { type LibreTranslateServer, startLibreTranslate } from './fixtures/server.ts';

let server: LibreTranslateServer;
let engine: OpenEngine;

beforeEach(async () => {
  server = await startLibreTranslate({ apiKeys: ['secret'], charLimit: 100 });
  engine = await libreTranslate.open({ baseUrl: server.url, apiKey: 'secret' }, realHost);
});
afterEach(async () => {
  await engine.close();
  await server.stop();
});

const house: Part[] = [{ text: 'the house' }];

async function translate(parts: readonly Part[], used = engine, target = 'es'): Promise<string> {
  const signal = AbortSignal.timeout(30_000);
  return (await used.translate({ parts, source: 'en', target, context: [], signal })).text;
}

describe('LibreTranslate', () => {
  it('refuses a wrong key and a missing one', async () => {
    for (const settings of [{ baseUrl: server.url, apiKey: 'wrong' }, { baseUrl: server.url }]) {
      const refused = await libreTranslate.open(settings, realHost);
      await expect(translate(house, refused)).rejects.toMatchObject({ failure: 'refused' });
      await refused.close();
    }
  });

  it('reports unavailable above the rate limit', async () => {
    server.setOverLimit(true);
    await expect(translate(house)).rejects.toMatchObject({ failure: 'unavailable' });
    server.setOverLimit(false);
    expect(await translate(house)).toBe('la casa');
  });

  it('refuses beyond the character limit', async () => {
    await expect(translate([{ text: 'the house '.repeat(11) }])).rejects.toMatchObject({
      failure: 'refused',
    });
  });

  it('does not support a pair without a translation, and sends no request for it', async () => {
    expect(await engine.supports('en', 'eo')).toBe(false);
    const before = server.requests();
    await expect(translate(house, engine, 'eo')).rejects.toMatchObject({ failure: 'unsupported' });
    expect(server.requests()).toBe(before);
  });

  it('requests the list of languages once', async () => {
    await Promise.all([translate(house), translate(house), engine.supports('en', 'es')]);
    expect(server.requests()).toBe(3);
  });

  it('requests the list again after a failure', async () => {
    await server.setFault('down');
    await expect(engine.supports('en', 'es')).rejects.toMatchObject({ failure: 'unavailable' });
    await server.setFault(undefined);
    expect(await engine.supports('en', 'es')).toBe(true);
  });

  it('treats an empty answer as nonsense', async () => {
    server.setAnswer(() => ' ');
    await expect(translate(house)).rejects.toMatchObject({ failure: 'nonsense' });
  });

  it('keeps the entities of a text without kept parts', async () => {
    expect(await translate([{ text: 'the house &lt;b&gt; & &amp;amp; R&D' }])).toBe(
      'la casa &lt;b&gt; & &amp;amp; R&D',
    );
  });

  it('requests the pieces of a sentence that has lost its link as plain text', async () => {
    const asked: unknown[] = [];
    const losing = await libreTranslate.open(
      { baseUrl: server.url, apiKey: 'secret' },
      {
        ...realHost,
        fetch: async (url, init) => {
          if (!url.endsWith('/translate')) return realHost.fetch(url, init);
          const { q, format } = JSON.parse(String(init?.body));
          asked.push([format, q]);
          return format === 'html' ? Response.json({ translatedText: 'la casa' }) : realHost.fetch(url, init);
        },
      },
    );
    expect(await translate([{ text: 'the house & ' }, { keep: '#1' }], losing)).toBe('la casa & #1');
    expect(asked.at(-1)).toEqual(['text', 'the house &']);
    expect(asked).toHaveLength(2);
    await losing.close();
  });

  it('preserves a text with entities and markup', async () => {
    const parts: Part[] = [{ text: 'the house <b>&lt;</b> ' }, { keep: '<3' }, { text: ' & "the house"' }];
    expect(await translate(parts)).toBe('la casa <b>&lt;</b> <3 & "la casa"');
  });
});

describe('the fixture', () => {
  const post = async (body: unknown): Promise<number> => {
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    };
    return (await fetch(`${server.url}/translate`, init)).status;
  };
  const good = { q: 'the house', source: 'en', target: 'es', format: 'text', api_key: 'secret' };

  it.each([
    [200, good],
    [200, { ...good, q: ['the house', 'hello'], format: undefined }],
    [400, { ...good, tone: 'warm' }],
    [400, { ...good, q: 5 }],
    [400, { ...good, q: '' }],
    [400, { ...good, source: undefined }],
    [400, { ...good, target: 'xx' }],
    [400, { ...good, format: 'pdf' }],
    [400, { ...good, api_key: undefined }],
    [403, { ...good, api_key: 'wrong' }],
    [500, { ...good, target: 'eo' }],
    [400, [good]],
  ])('answers %i to %j', async (status, body) => {
    expect(await post(body)).toBe(status);
  });

  it('delays answers on request', async () => {
    server.setLatency(80);
    const startedAt = performance.now();
    await translate(house);
    expect(performance.now() - startedAt).toBeGreaterThan(150);
  });
});
