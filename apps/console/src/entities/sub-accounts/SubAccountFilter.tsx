import { useClear } from '@parley/ui';
import type { FilterPatch } from '../../lib/use-url-filters.ts';
import { SubAccountSelect } from './SubAccountSelect.tsx';

type Properties = {
  filters: { subAccountId?: string | undefined };
  onChange: (patch: FilterPatch) => void;
};

/** Narrows a list to one sub-account. */
export function SubAccountFilter({ filters, onChange }: Properties) {
  const clear = useClear();
  return (
    <SubAccountSelect
      allowClear={clear}
      className="filter-wide"
      value={filters.subAccountId ?? null}
      onChange={(subAccountId?: string) => onChange({ subAccountId })}
    />
  );
}
