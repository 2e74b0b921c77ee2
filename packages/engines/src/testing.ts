/**
 * Translation services for others' tests, benchmarks and demonstrations: a LibreTranslate server that can be made
 * slow, hung, broken or absurd, a chat model, and the real Apertium server.
 */
export { type Apy, startApy } from './apertium-apy/fixtures/apy.ts';
export type { Fault, Loopback } from './kit/fixtures/loopback.ts';
export {
  type LibreTranslateOptions,
  type LibreTranslateServer,
  startLibreTranslate,
} from './libretranslate/fixtures/server.ts';
export { type ChatModelServer, type Manner, startChatModel } from './openai-chat/fixtures/server.ts';
