import { readableCode } from '../../base/crypto/tokens.ts';
import type { Tx } from '../../base/db/database.ts';
import { newId, type WorkspaceId } from '../../base/ids.ts';
import { insertDefaultLink } from './store.ts';

/** There are 31^10 codes, so a collision is rare, and ten in a row are a defect. */
const codeLength = 10;
const tries = 10;

/** Creates the invitation link that every workspace has from its beginning. */
export async function createDefaultLink(tx: Tx, workspaceId: WorkspaceId): Promise<void> {
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const row = { workspaceId, id: newId(), code: readableCode(codeLength) };
    if (await insertDefaultLink(tx, row)) return;
  }
  throw new Error('no invitation code was free');
}
