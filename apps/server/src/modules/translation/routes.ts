import type { AnswerOf } from '@parley/contract';
import { translationLines } from '@parley/contract/translation';
import type { Mount } from '../../base/http/mount.ts';
import type { TranslationLine } from './line-router.ts';

export function registerRoutes(
  mount: Mount,
  { translation }: { translation: { lines(): readonly TranslationLine[] } },
): void {
  mount(translationLines, async () => translation.lines().map(presentLine));
}

function presentLine({ id, engines }: TranslationLine): AnswerOf<typeof translationLines>[number] {
  return {
    id,
    engines: engines.map(({ id, name, breaker }) => ({ id, name, resting: breaker.isOpen() })),
  };
}
