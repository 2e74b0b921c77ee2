/** The module's public functions. The caller that runs a plan is responsible for charging. */
import type { Clock } from '../../base/clock.ts';
import type { Database, Tx } from '../../base/db/database.ts';
import type { WorkspaceId } from '../../base/ids.ts';
import type { Log } from '../../base/log.ts';
import type { Metrics } from '../../base/metrics.ts';
import type { LanguagePrior } from '../../schema/conversations.ts';
import type { EnginesConfig } from './engines-config.ts';
import { loadLanguageIdentifier } from './language-identification.ts';
import { firstPrior, type Observation, observeLine } from './language-prior.ts';
import type { TranslationLine } from './line-router.ts';
import { translationMetrics } from './metrics.ts';
import { type EnginesHost, openEngines } from './running-engines.ts';
import { createPlanner, type PlanRequest, type TranslationPlan } from './service.ts';
import { createTranslationMemory, type TranslatedEntry } from './translation-memory.ts';
import { createSettings, type StoredTranslationSettings } from './translation-settings.ts';

export { deleteAccountData, deleteSubAccountData } from './deletion/store.ts';
export {
  type EnginesConfig,
  enginesConfig,
  translationEnvironment,
} from './engines-config.ts';
export { installedProgram } from './installed-program.ts';
export { handleJobs } from './jobs.ts';
export type { Observation } from './language-prior.ts';
export { registerRoutes } from './routes.ts';
export type { PlanRequest, TranslationPlan } from './service.ts';
export type { MemoryEntry } from './translation-memory.ts';

export type TranslationDeps = {
  database: Database;
  clock: Clock;
  log: Log;
  metrics: Metrics;
  fetch: EnginesHost['fetch'];
  /** Returns a number in [0, 1). */
  random(): number;
  config: EnginesConfig;
};

export type Translation = StoredTranslationSettings & {
  /** Returns a plan of the translation with its price. Reads at most one row, and calls no engine. */
  plan(workspaceId: WorkspaceId, request: PlanRequest): Promise<TranslationPlan>;
  /**
   * Adds translations to their workspaces' memory, in the transaction that stores and charges them, except those of sub-accounts
   * without chat history.
   */
  remember(tx: Tx, entries: readonly TranslatedEntry[]): Promise<void>;
  /** Returns the language of a customer's line, given the assumed language, and the language to assume from now on. */
  observe(prior: LanguagePrior | null, text: string): Observation;
  /** Returns the language to assume before the first line, from the platform's hint if there is one. */
  firstPrior(hint: string | null): LanguagePrior | null;
  /** Returns the lines, the default first. */
  lines(): readonly TranslationLine[];
  /** Closes the engines' sockets and processes. */
  close(): Promise<void>;
};

/** Opens the engines and loads the data for identification, which takes a third of a second. Rejects on invalid settings. */
export async function createTranslation(deps: TranslationDeps): Promise<Translation> {
  const metered = { ...deps, metrics: translationMetrics(deps.metrics) };
  const [identifier, engines] = await Promise.all([loadLanguageIdentifier(), openEngines(deps, deps.config)]);
  const memory = createTranslationMemory(deps.database, deps.clock);
  return {
    ...createSettings(engines),
    plan: createPlanner(metered, engines, memory),
    remember: memory.remember,
    observe: (prior, text) => observeLine(identifier, prior, text),
    firstPrior,
    lines: () => [...engines.lines.values()],
    close: engines.close,
  };
}
