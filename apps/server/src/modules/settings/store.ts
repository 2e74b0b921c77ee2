import { desc } from 'drizzle-orm';
import type { Handle, Tx } from '../../base/db/database.ts';
import { systemSettings } from '../../schema/settings.ts';

export type SystemSettings = Omit<typeof systemSettings.$inferSelect, 'setBy' | 'createdAt'>;

/** The settings before the operator has set any. */
const initial: SystemSettings = {
  version: 0,
  brandName: 'Parley',
  logoFileId: null,
  clientMinimumVersion: null,
  windowsDownload: null,
  macosDownload: null,
  registrationOpen: true,
};

/** Returns the current settings. */
export async function readSettings(handle: Handle): Promise<SystemSettings> {
  const [row] = await handle.db.select().from(systemSettings).orderBy(desc(systemSettings.version)).limit(1);
  if (!row) return initial;
  const { setBy: _setBy, createdAt: _createdAt, ...settings } = row;
  return settings;
}

/** Inserts a version. Returns false when another operator has inserted this version. */
export async function insertSettings(tx: Tx, row: typeof systemSettings.$inferInsert): Promise<boolean> {
  const inserted = await tx.db
    .insert(systemSettings)
    .values(row)
    .onConflictDoNothing()
    .returning({ version: systemSettings.version });
  return inserted.length > 0;
}
