/** Caches a workspace's translations, which are then free and immediate. Nothing is shared between workspaces. */
import { createHash } from 'node:crypto';
import { Batches } from '../../base/batches.ts';
import type { Clock } from '../../base/clock.ts';
import { type Database, isDatabaseGone, type Tx } from '../../base/db/database.ts';
import type { WorkspaceId } from '../../base/ids.ts';
import { type CachedTranslation, type CacheName, cachedTranslations } from './queries.ts';
import { createRecentTranslations, type RecentTranslation, recentForMs } from './recent-translations.ts';
import { markUsed, rememberTranslations } from './store.ts';

export type MemoryEntry = { workspaceId: WorkspaceId; key: Buffer } & RecentTranslation;
/** `subAccountId`: the one it was translated for, which may keep no chat history. */
export type TranslatedEntry = MemoryEntry & { subAccountId: string };

export type TranslationMemory = {
  /** Costs at most one primary key lookup; once a day, an entry in use is marked as such. */
  find(workspaceId: WorkspaceId, key: Buffer): Promise<RecentTranslation | null>;
  /** Stores missing entries, except those of sub-accounts without chat history. */
  remember(tx: Tx, entries: readonly TranslatedEntry[]): Promise<void>;
};

/** About 16 MB of translations in memory. */
const memoryUnits = 8_000_000;

export function createTranslationMemory(database: Database, clock: Clock): TranslationMemory {
  const recent = createRecentTranslations(clock.now, memoryUnits);
  const looks = new Batches<CacheName, CachedTranslation | null>({
    run: (names) => cachedTranslations(database, names),
    failsAll: isDatabaseGone,
  });
  return {
    async find(workspaceId, key) {
      const atHand = recent.find(workspaceId, key);
      if (atHand !== null) return atHand;
      const cached = await looks.add({ workspaceId, key });
      if (cached === null) return null;
      if (clock.now() - cached.usedAt > recentForMs) await markUsed(database, workspaceId, key, clock.now());
      recent.keep(workspaceId, key, cached);
      return { text: cached.text, engine: cached.engine };
    },
    async remember(tx, entries) {
      // PostgreSQL can't store lone surrogates and NUL; such translations are not cached.
      const storable = entries.filter(({ text }) => text.isWellFormed() && !text.includes('\0'));
      if (storable.length === 0) return;
      const kept = await rememberTranslations(tx, storable, clock.now());
      tx.afterCommit(() => {
        for (const { workspaceId, key, text, engine } of kept)
          recent.keep(workspaceId, key, { text, engine });
      });
    },
  };
}

/** Key of a text with its languages and line. Hashed as UTF-16, so that lone surrogates stay distinct. */
export function memoryKey(text: string, source: string, target: string, lineId: string): Buffer {
  const fields = JSON.stringify([source, target, lineId]);
  return createHash('sha256').update(fields).update('\n').update(text, 'utf16le').digest();
}
