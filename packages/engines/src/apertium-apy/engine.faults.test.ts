import { describeHostileService, hostileHttp } from '../kit/fixtures/hostile-service.ts';
import { apertiumApy } from './engine.ts';

describeHostileService(
  apertiumApy,
  hostileHttp(
    {
      path: '/translateRaw',
      list: '{"responseData":[{"sourceLanguage":"eng","targetLanguage":"spa"}]}',
      type: 'text/plain',
    },
    ['el coche rojo [0] y la casa[]'],
    (baseUrl) => ({ baseUrl }),
  ),
);
