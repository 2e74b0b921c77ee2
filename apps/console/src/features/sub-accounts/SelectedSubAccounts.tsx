import type { SubAccount } from '@parley/contract/sub-accounts';
import { ForeignText } from '@parley/ui';
import { SelectedRows } from '../../ui/SelectedRows.tsx';

/** Lists the sub-accounts that a confirmation is about. */
export function SelectedSubAccounts({ rows }: { rows: readonly SubAccount[] }) {
  return (
    <SelectedRows
      rows={rows}
      nameOf={({ accountName, remark }) => (
        <>
          <span className="code">{accountName}</span> <ForeignText>{remark}</ForeignText>
        </>
      )}
    />
  );
}
