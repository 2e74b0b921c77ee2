import { describeEngine } from '../conformance.ts';
import { libreTranslate } from './engine.ts';
import { startLibreTranslate } from './fixtures/server.ts';

describeEngine('libretranslate', {
  engine: libreTranslate,
  async start() {
    const server = await startLibreTranslate({ apiKeys: ['secret'] });
    return { ...server, settings: { baseUrl: server.url, apiKey: 'secret' }, held: server.inFlight };
  },
});
