import { newId } from '@parley/api-client';
import { countMaterialUse } from '@parley/contract/materials';
import { useCallback } from 'react';
import { useDesk } from '../../lib/desk-context.tsx';

/** Returns a function that counts a material's use. Failures are ignored, since the count is only a statistic for the owner. */
export function useCountUse(): (materialId: string) => void {
  const { client } = useDesk();
  return useCallback(
    (materialId) =>
      void client.call(countMaterialUse, { body: { materialId, requestId: newId() } }).catch(() => undefined),
    [client],
  );
}
