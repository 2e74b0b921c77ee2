import type { FanTagging } from '@parley/contract/fan-tags';
import type { TaggingRecord } from './store.ts';

export function presentTagging(it: TaggingRecord): FanTagging {
  const { id, state, failure, expected, checked, changed, skipped, createdAt, endedAt } = it;
  return {
    id,
    state,
    failure,
    expected,
    checked,
    changed,
    skipped,
    createdAt: createdAt.getTime(),
    endedAt: endedAt?.getTime() ?? null,
  };
}
