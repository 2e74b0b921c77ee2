import type { Metrics } from '../../base/metrics.ts';

export type TranslationMetrics = ReturnType<typeof translationMetrics>;

export function translationMetrics({ seconds, counter }: Pick<Metrics, 'seconds' | 'counter'>) {
  return {
    engineSeconds: seconds('engine', 'Time that engines take to answer.', 'engine'),
    translations: counter('translations', 'Translations by engine and outcome.', 'engine', 'result'),
  };
}
