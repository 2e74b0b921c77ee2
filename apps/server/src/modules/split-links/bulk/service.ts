/** Creates many split links in one request. */
import type { ParsedRequestOf } from '@parley/contract';
import {
  type createSplitLinks as createEndpoint,
  type SplitLinkForm,
  splitLinkLimits,
} from '@parley/contract/split-links';
import { transaction } from '../../../base/db/database.ts';
import { AppError, assertFound } from '../../../base/http/app-error.ts';
import type { RequestOrigin } from '../../../base/http/origin.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { record } from '../../audit/index.ts';
import { readListed, type SplitLinkItem } from '../queries.ts';
import { addLink, checkChoices, creationOf, type SplitLinksDeps } from '../service.ts';
import { findTakenNames, lockLinkCount } from '../store.ts';
import { findBatch, insertBatch } from './store.ts';

type Form = ParsedRequestOf<typeof createEndpoint>['body'];

/**
 * Creates all of the links or none. A repeated request creates nothing and returns its links that still exist. Throws
 * `split-link.too-many`, `split-link.name-taken`, and what `checkChoices` throws.
 */
export async function createSplitLinks(
  { database, clock }: Pick<SplitLinksDeps, 'database' | 'clock'>,
  { workspaceId, origin }: { workspaceId: WorkspaceId; origin: RequestOrigin },
  { batchId, links, ...settings }: Form,
): Promise<SplitLinkItem[]> {
  return transaction(database, async (tx) => {
    // Serialises concurrent requests with the same batch id.
    const count = await lockLinkCount(tx, workspaceId);
    const made = await findBatch(tx, workspaceId, batchId);
    if (made !== null) return readListed(tx, workspaceId, made);
    if (count + links.length > splitLinkLimits.workspace) throw new AppError('split-link.too-many');
    const names = links.map(({ name }) => name);
    if ((await findTakenNames(tx, workspaceId, names)).length > 0)
      throw new AppError('split-link.name-taken');
    await checkChoices(tx, workspaceId, { ...settings, targets: [] });
    const createdAt = new Date(clock.now());
    const linkIds: string[] = [];
    const creations: ReturnType<typeof creationOf>[] = [];
    // Inserted in order, so that the last line becomes the newest link of the list.
    for (const { name, urls } of links) {
      const form = { ...settings, name, targets: urls.map(plainTarget) };
      const { id } = await addLink(tx, workspaceId, form, createdAt);
      linkIds.push(id);
      creations.push(creationOf(id, form));
    }
    await insertBatch(tx, { workspaceId, id: batchId, linkIds, createdAt });
    await record(tx, origin, ...creations);
    return readListed(tx, workspaceId, linkIds);
  });
}

const plainTarget = (url: string): SplitLinkForm['targets'][number] => ({
  url,
  socialAccountId: null,
  weight: 1,
  dailyCap: null,
  enabled: true,
});

/** Returns the links that a request created. Throws `split-link.not-found`. */
export async function readBatch(
  { database }: Pick<SplitLinksDeps, 'database'>,
  workspaceId: WorkspaceId,
  batchId: string,
): Promise<SplitLinkItem[]> {
  const ids = assertFound(await findBatch(database, workspaceId, batchId), 'split-link.not-found');
  return readListed(database, workspaceId, ids);
}
