import {
  cancelWorkOrderShare,
  deleteWorkOrderShare,
  setWorkOrderShareEnabled,
  type WorkOrderShare,
} from '@parley/contract/work-order-shares';
import { useLinkActions } from '../../entities/share-links/use-link-actions.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useClient } from '../../lib/session-context.tsx';

type Does = { onLink: (share: WorkOrderShare) => void; onChange: (share: WorkOrderShare) => void };

/** Returns the actions on a share. */
export function useShareActions(does: Does) {
  const client = useClient();
  return useLinkActions<WorkOrderShare>({
    ...does,
    queryKey: queryKeys.workOrderShares,
    calls: {
      setEnabled: (shareId, enabled) => client.call(setWorkOrderShareEnabled, { body: { shareId, enabled } }),
      cancel: (shareId) => client.call(cancelWorkOrderShare, { body: { shareId } }),
      remove: (shareId) => client.call(deleteWorkOrderShare, { body: { shareId } }),
    },
  });
}
