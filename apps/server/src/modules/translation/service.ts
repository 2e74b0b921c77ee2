import { sameLanguage } from '@parley/contract/catalogues';
import type { Turn } from '@parley/engines';
import type { Clock } from '../../base/clock.ts';
import type { WorkspaceId } from '../../base/ids.ts';
import type { Log } from '../../base/log.ts';
import { type LineAnswer, type TranslationLine, translateOnLine, unsupportedDetail } from './line-router.ts';
import type { TranslationMetrics } from './metrics.ts';
import { countCharacters, hasWords, splitProtected } from './protected-spans.ts';
import type { RunningEngines } from './running-engines.ts';
import { type MemoryEntry, memoryKey, type TranslationMemory } from './translation-memory.ts';

export type PlanRequest = { text: string; source: string; target: string; lineId: string };

export type Translated = { text: string; engine: string };

/** The plan of a translation. No engine was asked yet, and nothing is owed. */
export type TranslationPlan =
  | { kind: 'none'; reason: 'same-language' | 'nothing-to-translate' }
  /** This workspace had it translated before: free. */
  | { kind: 'cached'; text: string; engine: string }
  | { kind: 'unsupported'; detail: string }
  | {
      kind: 'engine';
      /** The price: code points of the text without its protected spans; at least 1. */
      characters: number;
      /** False: no engine of the line uses `context`, so it need not be read. */
      readsContext: boolean;
      /** Asks the line. Takes as long as the line's time limit at most, and never rejects. */
      run(asking: { context: readonly Turn[]; signal: AbortSignal }): Promise<LineAnswer>;
      /**
       * Returns the entry that the workspace keeps for later use: pass it to `remember` in the transaction that stores
       * it.
       */
      memory(translated: Translated): MemoryEntry;
    };

export type PlanDeps = { clock: Clock; log: Log; metrics: TranslationMetrics };

/** Given as the reason: without one, every message would make an exception with a stack. */
const inTime = new Error('the engine has answered');

/** An engine that hasn't answered by then whether it supports a pair is asked to translate it: it may know by then. */
const pairAnswerMs = 250;

export function createPlanner(
  deps: PlanDeps,
  engines: RunningEngines,
  memory: Pick<TranslationMemory, 'find'>,
) {
  return async (workspaceId: WorkspaceId, request: PlanRequest): Promise<TranslationPlan> => {
    const { text, source, target } = request;
    if (sameLanguage(source, target)) return { kind: 'none', reason: 'same-language' };
    const parts = splitProtected(text);
    if (!hasWords(parts)) return { kind: 'none', reason: 'nothing-to-translate' };
    const line = engines.lineInForce(request.lineId);
    const key = memoryKey(text, source, target, line.id);
    const cached = await memory.find(workspaceId, key);
    if (cached !== null) {
      deps.metrics.translations.inc({ engine: 'memory', result: 'done' });
      return { kind: 'cached', ...cached };
    }
    if (!(await doesPair(deps.clock, line, source, target))) {
      deps.metrics.translations.inc({ engine: 'none', result: 'unsupported' });
      return { kind: 'unsupported', detail: unsupportedDetail(line, source, target) };
    }
    return {
      kind: 'engine',
      characters: countCharacters(parts),
      readsContext: line.engines.some((running) => running.readsContext),
      run: ({ context, signal }) => translateOnLine(deps, line, { parts, source, target, context, signal }),
      memory: ({ text: translation, engine }) => ({ workspaceId, key, text: translation, engine }),
    };
  };
}

/**
 * Returns false only when every engine of the line refuses the pair; resting, slow and failing ones count as supporting
 * it.
 */
async function doesPair(
  clock: Clock,
  line: TranslationLine,
  source: string,
  target: string,
): Promise<boolean> {
  for (const running of line.engines) {
    if (running.breaker.isResting()) return true;
    const answered = new AbortController();
    const unsure = () => true;
    const slow = clock.sleep(pairAnswerMs, answered.signal).then(unsure, unsure);
    const answer = running.engine.supports(source, target).catch(unsure);
    const does = await Promise.race([answer, slow]);
    answered.abort(inTime);
    if (does) return true;
  }
  return false;
}
