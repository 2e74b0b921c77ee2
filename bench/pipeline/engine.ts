import type { Run } from '../kit/benchmark.ts';
import type { EngineMethods, EngineOptions } from './engine-process.ts';

const options: EngineOptions = { latencyMs: 20 };

export type TranslationEngine = {
  url: string;
  latencyMs: number;
  /** Resolves with the median response time since the last call, in ms. */
  ownTime(): Promise<number>;
};

/** Starts the translation service of a benchmark. */
export async function startEngine({ children }: Run): Promise<TranslationEngine> {
  const service = await children.start<EngineMethods>(
    new URL('./engine-process.ts', import.meta.url),
    options,
  );
  return {
    url: await service.call('url', null),
    latencyMs: options.latencyMs,
    ownTime: () => service.call('ownTime', null),
  };
}
