import { ForeignText, useAllowClear } from '@parley/ui';
import { useTranslation } from 'react-i18next';
import type { FilterPatch } from '../../lib/use-url-filters.ts';
import type { Filter } from '../../ui/list/description.ts';
import { SubAccountSelect } from './SubAccountSelect.tsx';
import { useSubAccountNames } from './use-sub-account-names.ts';

type Filters = { subAccountId?: string | undefined };

/** A filter by one sub-account. */
export function useSubAccountFilter(
  { subAccountId }: Filters,
  onFilter: (patch: FilterPatch) => void,
): Filter {
  const { t } = useTranslation();
  const clear = useAllowClear();
  return {
    key: 'subAccountId',
    label: t('subAccounts.one'),
    chosen: subAccountId === undefined ? undefined : <ChosenName id={subAccountId} />,
    control: (
      <SubAccountSelect
        allowClear={clear}
        value={subAccountId ?? null}
        onChange={(chosen?: string) => onFilter({ subAccountId: chosen })}
      />
    ),
    params: ['subAccountId'],
  };
}

function ChosenName({ id }: { id: string }) {
  return <ForeignText>{useSubAccountNames([id])(id)}</ForeignText>;
}
