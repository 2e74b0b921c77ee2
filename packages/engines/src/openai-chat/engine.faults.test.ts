import { describeHostileService, hostileHttp } from '../kit/fixtures/hostile-service.ts';
import { openAiChat } from './engine.ts';

describeHostileService(
  openAiChat,
  hostileHttp(
    { path: '/v1/chat/completions', list: '', type: 'text/event-stream' },
    [
      'data: {"choices":[{"delta":{"content":"el coche rojo ⟦0⟧ y la casa"}}]}\n\ndata: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n',
      'data: {"error":{"message":"overloaded","type":"server_error","code":503}}\n\n',
    ],
    (url) => ({ baseUrl: `${url}/v1`, model: 'test-model' }),
  ),
);
