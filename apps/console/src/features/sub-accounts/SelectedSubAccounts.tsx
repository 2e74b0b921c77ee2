import type { SubAccount } from '@parley/contract/sub-accounts';
import { ForeignText } from '@parley/ui';

/** Lists the sub-accounts that a confirmation is about. */
export function SelectedSubAccounts({ rows }: { rows: readonly SubAccount[] }) {
  return (
    <ul className="lost-list">
      {rows.map(({ id, accountName, remark }) => (
        <li key={id}>
          <span className="code">{accountName}</span> <ForeignText>{remark}</ForeignText>
        </li>
      ))}
    </ul>
  );
}
