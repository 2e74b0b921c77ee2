/** For others' tests and benchmarks: a LibreTranslate server that can be made slow, hung, broken or absurd. */
export { type LibreTranslateServer, startLibreTranslate } from './libretranslate/fixtures/server.ts';
