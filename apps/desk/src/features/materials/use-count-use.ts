import { newId } from '@parley/api-client';
import { countMaterialUse } from '@parley/contract/materials';
import { useCallback } from 'react';
import { useDesk } from '../../lib/desk-context.tsx';

/** Returns a function that counts the use of a material: only a figure for the owner, so that a lost one disturbs no agent. */
export function useCountUse(): (materialId: string) => void {
  const { client } = useDesk();
  return useCallback(
    (materialId) =>
      void client.call(countMaterialUse, { body: { materialId, requestId: newId() } }).catch(() => undefined),
    [client],
  );
}
