/** The rules of a workspace as messages are matched with them, kept in memory up to a limit. */
import type { WorkspaceId } from '../../base/ids.ts';
import { createKeywordIndex, type KeywordIndex } from './keyword-index.ts';

/** `subAccountIds` null: it applies to all. */
export type Template = { id: string; enabled: boolean; subAccountIds: ReadonlySet<string> | null };
export type CompiledRule = Template & { match: 'exact' | 'partial'; matchTranslation: boolean };

/** As they are stored, newest first. */
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
  /** UTF-16 units that they take in memory, at a guess. */
  weight: number;
};

export function compileRules(stored: readonly StoredRule[]): CompiledRules {
  const names = new Map<string, string>();
  // The database's rows repeat the ids; one string of each is kept.
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

/** About 64 MB of rules, of all workspaces of a process. */
const budget = 32_000_000;

type Entry = { version: number; rules: Promise<CompiledRules>; weight: number };

/**
 * Returns a workspace's rules of a version, read and compiled once. The version comes from the database with each use:
 * nothing has to be invalidated, in whichever process the rules were changed. Those that were used longest ago go first
 * when all together are too heavy.
 */
export function createRuleCache(read: (workspaceId: WorkspaceId) => Promise<StoredRule[]>, most = budget) {
  const entries = new Map<WorkspaceId, Entry>();
  function shrink(used: WorkspaceId) {
    let total = [...entries.values()].reduce((sum, { weight }) => sum + weight, 0);
    for (const [workspaceId, { weight }] of entries) {
      if (total <= most) return;
      if (workspaceId === used) continue;
      entries.delete(workspaceId);
      total -= weight;
    }
  }
  return async (workspaceId: WorkspaceId, version: number): Promise<CompiledRules> => {
    const known = entries.get(workspaceId);
    entries.delete(workspaceId);
    if (known && known.version >= version) {
      entries.set(workspaceId, known);
      return known.rules;
    }
    const entry: Entry = { version, rules: read(workspaceId).then(compileRules), weight: 0 };
    entries.set(workspaceId, entry);
    try {
      const rules = await entry.rules;
      entry.weight = rules.weight;
      shrink(workspaceId);
      return rules;
    } catch (error) {
      if (entries.get(workspaceId) === entry) entries.delete(workspaceId);
      throw error;
    }
  };
}
