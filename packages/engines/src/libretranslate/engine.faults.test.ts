import { describeHostileService, hostileHttp } from '../kit/fixtures/hostile-service.ts';
import { libreTranslate } from './engine.ts';

describeHostileService(
  libreTranslate,
  hostileHttp(
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
);
