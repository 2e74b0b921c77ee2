/** Usages of materials by other modules, such as automatic replies. A material in use isn't deleted. */
import type { MaterialUsage } from '@parley/contract/materials';
import type { Handle } from '../../base/db/database.ts';
import type { WorkspaceId } from '../../base/ids.ts';

/**
 * Reads where a module uses these materials. A module exports it as `readMaterialUsages`, and starts using a material
 * in a transaction that locks it by `lockMaterials`, so that a concurrent deletion sees the usage or prevents it.
 */
export type ReadMaterialUsages = (
  handle: Handle,
  workspaceId: WorkspaceId,
  materialIds: readonly string[],
) => Promise<MaterialUsage[]>;

/** Reads the usages in all modules one after another, because a transaction has one connection. */
export async function readUsages(
  readers: readonly ReadMaterialUsages[],
  ...request: Parameters<ReadMaterialUsages>
): Promise<MaterialUsage[]> {
  const usages: MaterialUsage[] = [];
  for (const read of readers) usages.push(...(await read(...request)));
  return usages;
}
