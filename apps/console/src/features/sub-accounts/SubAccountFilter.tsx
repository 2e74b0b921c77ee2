import type { FilterPatch } from '../../lib/use-url-filters.ts';
import { SubAccountSelect } from './SubAccountSelect.tsx';

type Properties = {
  filters: { subAccountId?: string | undefined };
  onChange: (patch: FilterPatch) => void;
};

/** Narrows a list to one sub-account. */
export function SubAccountFilter({ filters, onChange }: Properties) {
  return (
    <SubAccountSelect
      allowClear
      className="filter-wide"
      value={filters.subAccountId ?? null}
      onChange={(subAccountId?: string) => onChange({ subAccountId })}
    />
  );
}
