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

/** The plan of a translation. No engine has been called, and nothing is charged. */
export type TranslationPlan =
  | { kind: 'none'; reason: 'same-language' | 'nothing-to-translate' }
  /** The workspace had it translated before, so it is free. */
  | { kind: 'cached'; text: string; engine: string }
  | { kind: 'unsupported'; detail: string }
  | {
      kind: 'engine';
      /** The price: code points of the text without its protected spans; at least 1. */
      characters: number;
      /** False if no engine of the line uses `context`, so that it need not be read. */
      readsContext: boolean;
      /** Calls the line. Takes at most the line's time limit, and never rejects. */
      run(asking: { context: readonly Turn[]; signal: AbortSignal }): Promise<LineAnswer>;
      /**
       * Returns the entry for the workspace's memory, to be passed to `remember` in the transaction that stores the translation.
       */
      memory(translated: Translated): MemoryEntry;
    };

export type PlanDeps = { clock: Clock; log: Log; metrics: TranslationMetrics };

/** A shared abort reason: without one, every message would create an exception with a stack trace. */
const inTime = new Error('the engine has answered');

/** An engine that doesn't answer in time whether it supports a pair is called for it anyway: it may know by then. */
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
    const line = engines.lineOrDefault(request.lineId);
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
 * Returns false only if every engine of the line refuses the pair; engines that are slow, failing or out of service count as
 * supporting it.
 */
async function doesPair(
  clock: Clock,
  line: TranslationLine,
  source: string,
  target: string,
): Promise<boolean> {
  for (const running of line.engines) {
    if (running.breaker.isOpen()) return true;
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
