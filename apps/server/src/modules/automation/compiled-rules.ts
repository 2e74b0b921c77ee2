/** Compiles a workspace's rules for matching messages. */
import { createKeywordIndex, type KeywordIndex } from './keyword-index.ts';

/** `subAccountIds` is null for a rule that applies to all. */
export type Template = { id: string; enabled: boolean; subAccountIds: ReadonlySet<string> | null };
export type CompiledRule = Template & { match: 'exact' | 'partial'; matchTranslation: boolean };

/** A stored rule; lists of them are sorted newest first. */
export type StoredRule = {
  kind: 'welcome' | 'keyword';
  id: string;
  enabled: boolean;
  subAccountIds: readonly string[] | null;
  keywords: readonly string[];
  match: 'exact' | 'partial';
  matchTranslation: boolean;
};

export type CompiledRules = {
  /** Newest first. */
  templates: readonly Template[];
  /** In the order of the index. */
  keywordRules: readonly CompiledRule[];
  index: KeywordIndex;
  /** Estimated memory use, in UTF-16 units. */
  weight: number;
};

export function compileRules(stored: readonly StoredRule[]): CompiledRules {
  const names = new Map<string, string>();
  // The database's rows repeat the ids, so that only one string of each is kept.
  const kept = (id: string) => {
    const known = names.get(id);
    if (known === undefined) names.set(id, id);
    return known ?? id;
  };
  const setOf = (ids: readonly string[] | null) => ids && new Set(ids.map(kept));
  const keywords = stored.filter(({ kind }) => kind === 'keyword');
  const index = createKeywordIndex(keywords);
  const named = stored.reduce((sum, { subAccountIds }) => sum + (subAccountIds?.length ?? 0), 0);
  return {
    templates: stored
      .filter(({ kind }) => kind === 'welcome')
      .map(({ id, enabled, subAccountIds }) => ({ id, enabled, subAccountIds: setOf(subAccountIds) })),
    keywordRules: keywords.map(({ id, enabled, subAccountIds, match, matchTranslation }) => ({
      id,
      enabled,
      subAccountIds: setOf(subAccountIds),
      match,
      matchTranslation,
    })),
    index,
    weight: index.units + 100 * stored.length + 20 * named,
  };
}
