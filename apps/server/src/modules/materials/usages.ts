/** Uses of materials by other modules, such as automatic replies. A material that is used isn't deleted. */
import type { MaterialUsage } from '@parley/contract/materials';
import type { Handle } from '../../base/db/database.ts';
import type { WorkspaceId } from '../../base/ids.ts';

/**
 * Reads where a module uses these materials. A module exports it as `readMaterialUsages`, and takes a material into use in
 * a transaction that holds it by `holdMaterials`, so that a deletion at the same moment finds the use or prevents it.
 */
export type ReadMaterialUsages = (
  handle: Handle,
  workspaceId: WorkspaceId,
  materialIds: readonly string[],
) => Promise<MaterialUsage[]>;

/** Reads the uses of all modules, one after the other: a transaction has one connection. */
export async function readUsages(
  readers: readonly ReadMaterialUsages[],
  ...request: Parameters<ReadMaterialUsages>
): Promise<MaterialUsage[]> {
  const usages: MaterialUsage[] = [];
  for (const read of readers) usages.push(...(await read(...request)));
  return usages;
}
