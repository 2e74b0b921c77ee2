import { describeEngine } from '../conformance.ts';
import { hostileHttp } from '../kit/fixtures/hostile-service.ts';
import { libreTranslate } from './engine.ts';
import { startLibreTranslate } from './fixtures/server.ts';

describeEngine('libretranslate', {
  engine: libreTranslate,
  hostile: hostileHttp(
    {
      path: '/translate',
      list: '[{"code":"en","targets":["es"]},{"code":"es","targets":["en"]}]',
      type: 'application/json',
    },
    [
      '{"translatedText":"el coche rojo <span id=\\"k0-0\\" translate=\\"no\\">#42</span> y la casa"}',
      '{"error":"Slowdown"}',
    ],
    (baseUrl) => ({ baseUrl }),
  ),
  async start() {
    const server = await startLibreTranslate({ apiKeys: ['secret'] });
    return { ...server, settings: { baseUrl: server.url, apiKey: 'secret' }, held: server.inFlight };
  },
});
