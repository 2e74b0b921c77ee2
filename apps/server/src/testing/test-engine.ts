/** Starts a translation engine that speaks English and Spanish. `variables`: the environment of a server that uses it. */
import { type LibreTranslateServer, startLibreTranslate } from '@parley/engines/testing';

type TestEngine = { engine: LibreTranslateServer; variables: Readonly<Record<string, string>> };

export async function startTestEngine(): Promise<TestEngine> {
  const engine = await startLibreTranslate();
  // Long enough for a busy machine: only tests that set a limit wait for an engine's limit.
  return { engine, variables: { LIBRETRANSLATE_URL: engine.url, ENGINE_TIME_LIMIT_MS: '30000' } };
}
