import { describeEngine } from '../conformance.ts';
import { openAiChat } from './engine.ts';
import { startChatModel } from './fixtures/server.ts';

describeEngine('openai-chat', {
  engine: openAiChat,
  async start() {
    const server = await startChatModel({ apiKey: 'secret' });
    const settings = { baseUrl: `${server.url}/v1`, apiKey: 'secret', model: 'test-model', temperature: 0 };
    return { ...server, settings, held: server.inFlight };
  },
});
