import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeEngine } from '../conformance.ts';
import { realHost } from '../kit/fixtures/host.ts';
import type { OpenEngine } from '../spec.ts';
import { apertiumApy } from './engine.ts';
import { type Apy, startApy, startProxy } from './fixtures/apy.ts';

/** One for all tests, because it takes a second to start; tests that need it broken have a proxy in front of it. */
let apy: Apy;
beforeAll(async () => {
  apy = await startApy();
});
afterAll(() => apy.stop());

describeEngine('apertium-apy', {
  engine: apertiumApy,
  async start() {
    const proxy = await startProxy(apy.url);
    return {
      settings: { baseUrl: proxy.url },
      setFault: proxy.setFault,
      restart: proxy.restart,
      held: proxy.inFlight,
      stop: proxy.stop,
    };
  },
});

describe('apertium-apy, without a proxy', () => {
  let engine: OpenEngine | undefined;
  beforeAll(async () => {
    engine = await apertiumApy.open({ baseUrl: `${apy.url}/` }, realHost);
  });
  afterAll(async () => {
    await engine?.close();
  });
  const translate = async (text: string): Promise<string | undefined> => {
    const signal = AbortSignal.timeout(60_000);
    return (await engine?.translate({ parts: [{ text }], source: 'en', target: 'es', context: [], signal }))
      ?.text;
  };

  it('removes the marks of unknown words, but not those of the source', async () => {
    expect(await translate('*Xyzzyx* is the #Frobnitz')).toMatch(/^\*Xyzzyx\* .*#Frobnitz$/);
  });

  it('translates a text in one chunk the same alone and among many others', async () => {
    const alone = await translate('the red car and the house. '.repeat(30));
    const many = await Promise.all(
      Array.from({ length: 8 }, () => translate('the red car and the house. '.repeat(30))),
    );
    expect(new Set(many)).toEqual(new Set([alone]));
  });
});
