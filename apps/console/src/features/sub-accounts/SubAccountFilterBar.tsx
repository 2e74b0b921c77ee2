import { portMode, subAccountStatus } from '@parley/contract/sub-accounts';
import { useClear } from '@parley/ui';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { PlatformFilter } from '../../entities/platforms/PlatformFilter.tsx';
import { characterKinds, type SubAccountFilters, sessionKinds } from '../../entities/sub-accounts/queries.ts';
import type { FilterPatch } from '../../lib/use-url-filters.ts';

// i18n-keys: subAccounts.statuses.* subAccounts.characterKinds.* subAccounts.portModes.* subAccounts.sessionKinds.*

type Properties = { filters: SubAccountFilters; onChange: (patch: FilterPatch) => void };

/** What narrows the table besides its search. */
export function SubAccountFilterBar({ filters, onChange }: Properties) {
  const clear = useClear();
  const { t } = useTranslation();
  const few = <Value extends string>(
    name: 'status' | 'characters' | 'portMode' | 'sessions',
    values: readonly Value[],
    value: Value | undefined,
    label: string,
    textOf: (value: Value) => string,
  ) => (
    <Select<Value>
      allowClear={clear}
      className="filter"
      aria-label={label}
      placeholder={label}
      value={value ?? null}
      onChange={(next?: Value) => onChange({ [name]: next })}
      options={values.map((one) => ({ value: one, label: textOf(one) }))}
    />
  );
  return (
    <>
      {few('status', subAccountStatus.options, filters.status, t('subAccounts.status'), (one) =>
        t(`subAccounts.statuses.${one}`),
      )}
      <PlatformFilter
        className="filter"
        value={filters.platform}
        onPlatform={(platform) => onChange({ platform })}
      />
      {few('characters', characterKinds, filters.characters, t('subAccounts.characters'), (one) =>
        t(`subAccounts.characterKinds.${one}`),
      )}
      {few('portMode', portMode.options, filters.portMode, t('subAccounts.portMode'), (one) =>
        t(`subAccounts.portModes.${one}`),
      )}
      {few('sessions', sessionKinds, filters.sessions, t('subAccounts.sessions'), (one) =>
        t(`subAccounts.sessionKinds.${one}`),
      )}
    </>
  );
}
