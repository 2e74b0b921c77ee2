/** What a workspace had translated before: free, and at once. Nothing crosses from one workspace to another. */
import { createHash } from 'node:crypto';
import type { Clock } from '../../base/clock.ts';
import type { Handle, Tx } from '../../base/db/database.ts';
import type { WorkspaceId } from '../../base/ids.ts';
import { cachedTranslation } from './queries.ts';
import { createRecentTranslations, type RecentTranslation, recentForMs } from './recent-translations.ts';
import { markUsed, rememberTranslation } from './store.ts';

export type TranslationMemory = {
  /** At most one look at the table's primary key; once a day an entry in use is marked as such. */
  find(handle: Handle, workspaceId: WorkspaceId, key: Buffer): Promise<RecentTranslation | null>;
  remember(tx: Tx, workspaceId: WorkspaceId, key: Buffer, translation: RecentTranslation): Promise<void>;
};

/** About 16 MB of translations in memory. */
const memoryUnits = 8_000_000;

export function createTranslationMemory(clock: Clock): TranslationMemory {
  const recent = createRecentTranslations(clock.now, memoryUnits);
  return {
    async find(handle, workspaceId, key) {
      const atHand = recent.find(workspaceId, key);
      if (atHand !== null) return atHand;
      const cached = await cachedTranslation(handle, workspaceId, key);
      if (cached === null) return null;
      if (clock.now() - cached.usedAt > recentForMs) await markUsed(handle, workspaceId, key, clock.now());
      recent.keep(workspaceId, key, cached);
      return { text: cached.text, engine: cached.engine };
    },
    async remember(tx, workspaceId, key, translation) {
      // PostgreSQL stores neither; such a translation is worth no second use.
      if (!translation.text.isWellFormed() || translation.text.includes('\0')) return;
      await rememberTranslation(tx, workspaceId, { key, ...translation }, clock.now());
      tx.afterCommit(() => recent.keep(workspaceId, key, translation));
    },
  };
}

/** The same text between the same languages on the same line. UTF-16, so that lone surrogates stay different. */
export function memoryKey(text: string, source: string, target: string, lineId: string): Buffer {
  const fields = JSON.stringify([source, target, lineId]);
  return createHash('sha256').update(fields).update('\n').update(text, 'utf16le').digest();
}
