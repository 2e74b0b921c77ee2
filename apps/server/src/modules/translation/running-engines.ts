import { type EngineHost, engines as registry } from '@parley/engines';
import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import { createBulkhead } from './bulkhead.ts';
import { createCircuitBreaker } from './circuit-breaker.ts';
import { defaultLineId, type EngineConfig, type EnginesConfig } from './engines-config.ts';
import type { RunningEngine, TranslationLine } from './line-router.ts';

export type EnginesHost = { clock: Clock; log: Log; fetch: EngineHost['fetch']; random(): number };

export type RunningEngines = {
  /** Lines by id, the default first. */
  lines: ReadonlyMap<string, TranslationLine>;
  /** Returns the line with this id, or the default if it has been removed from the configuration since it was chosen. */
  lineOrDefault(id: string): TranslationLine;
  close(): Promise<void>;
};

/** The time limit of a whole line, as a multiple of one engine's. */
const lineLimitFactor = 2.5;
const failuresToOpen = 3;
const pauseMs = 5_000;
const refusedPauseMs = 300_000;
const longestPauseMs = 1_800_000;

/** Opens every configured engine, without calling any. Rejects on invalid settings. */
export async function openEngines(host: EnginesHost, config: EnginesConfig): Promise<RunningEngines> {
  const running = new Map<string, RunningEngine>();
  for (const engine of config.engines) running.set(engine.id, await openEngine(host, engine));
  const lines = new Map<string, TranslationLine>();
  for (const { id, engines } of config.lines) {
    const inLine = engines.map((name) => {
      const engine = running.get(name);
      if (engine === undefined) throw new Error(`the line ${id} names ${name}, which is no engine`);
      return engine;
    });
    const longestMs = Math.max(0, ...inLine.map((engine) => engine.limitMs));
    lines.set(id, { id, engines: inLine, limitMs: longestMs * lineLimitFactor });
  }
  warnWithoutEngine(host.log, running.size);
  const fallback = lines.get(defaultLineId) ?? { id: defaultLineId, engines: [], limitMs: 0 };
  return {
    lines,
    lineOrDefault: (id) => lines.get(id) ?? fallback,
    async close() {
      await Promise.all([...running.values()].map(({ engine }) => engine.close()));
    },
  };
}

function warnWithoutEngine(log: Log, count: number): void {
  if (count > 0) return;
  log.warn(
    'no translation engine is set up, so nothing will be translated. On Debian or Ubuntu: ' +
      'apt-get install apertium apertium-eng-spa; or name one by LIBRETRANSLATE_URL, OPENAI_MODEL or APERTIUM_APY_URL',
  );
}

async function openEngine(host: EnginesHost, config: EngineConfig): Promise<RunningEngine> {
  const kind = registry.get(config.kind);
  if (kind === undefined) throw new Error(`there is no kind of translation engine called ${config.kind}`);
  return {
    id: config.id,
    name: kind.manifest.name,
    engine: await kind.open(config.settings, host),
    readsContext: kind.manifest.capabilities.context,
    limitMs: config.limitMs,
    breaker: createCircuitBreaker({
      now: host.clock.now,
      random: host.random,
      failures: failuresToOpen,
      pauseMs,
      refusedPauseMs,
      longestPauseMs,
    }),
    bulkhead: createBulkhead(config.places, host.clock),
  };
}
