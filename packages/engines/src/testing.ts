/** Services for tests and benchmarks of other packages; they can be made slow, hung, broken or absurd. */
export { type LibreTranslateServer, startLibreTranslate } from './libretranslate/fixtures/server.ts';
export { type ChatModelServer, startChatModel } from './openai-chat/fixtures/server.ts';
