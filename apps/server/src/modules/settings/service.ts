import { type Database, type Handle, transaction } from '../../base/db/database.ts';
import { AppError } from '../../base/http/app-error.ts';
import type { RequestOrigin } from '../../base/http/origin.ts';
import { changesOf, pictureChange, record } from '../audit/index.ts';
import { keepFiles, releaseFiles } from '../files/index.ts';
import { insertSettings, readSettings, type SystemSettings } from './store.ts';

/** What the installation shows of itself. A tenant has a brand of its own. */
export async function ownBrand(
  handle: Handle,
): Promise<{ name: string; logoFileId: string | null; registrationOpen: boolean }> {
  const { brandName, logoFileId, registrationOpen } = await readSettings(handle);
  return { name: brandName, logoFileId, registrationOpen };
}

/**
 * Each setting is a version of its own, so that who set what can be read later. Throws `resource.stale`, or
 * `resource.not-found`: the logo is no complete file for this.
 */
export async function setSettings(
  database: Database,
  operatorId: string,
  { version, ...values }: SystemSettings,
  origin: RequestOrigin,
): Promise<SystemSettings> {
  return transaction(database, async (tx) => {
    const before = await readSettings(tx);
    if (before.version !== version) throw new AppError('resource.stale');
    const after = { ...values, version: version + 1 };
    if (!(await insertSettings(tx, { ...after, setBy: operatorId }))) throw new AppError('resource.stale');
    if (before.logoFileId !== after.logoFileId) {
      if (!(await keepFiles(tx, logos(after.logoFileId)))) throw new AppError('resource.not-found');
      await releaseFiles(tx, logos(before.logoFileId));
    }
    await record(tx, origin, {
      action: 'system-settings.changed',
      object: { kind: 'settings', id: 'system' },
      details: {
        ...changesOf(shown(before), shown(after)),
        ...pictureChange('logo', before.logoFileId, after.logoFileId),
      },
    });
    return after;
  });
}

const shown = ({ logoFileId: _, version: __, ...values }: SystemSettings) => values;

const logos = (id: string | null) =>
  ({ owner: null, purpose: 'brand', fileIds: id === null ? [] : [id] }) as const;
