import { type PlatformId, platformIds, platforms, portMode, subAccountStatus } from '@parley/contract';
import { interfaceLanguageOf } from '@parley/ui';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import type { FilterPatch } from '../../lib/use-url-filters.ts';
import { characterKinds, type SubAccountFilters, sessionKinds } from './queries.ts';

// i18n-keys: subAccounts.statuses.* subAccounts.characterKinds.* subAccounts.portModes.* subAccounts.sessionKinds.*

type Properties = { filters: SubAccountFilters; onChange: (patch: FilterPatch) => void };

/** What narrows the table besides its search. */
export function SubAccountFilterBar({ filters, onChange }: Properties) {
  const { t, i18n } = useTranslation();
  const language = interfaceLanguageOf(i18n.language);
  const few = <Value extends string>(
    name: 'status' | 'characters' | 'portMode' | 'sessions',
    values: readonly Value[],
    value: Value | undefined,
    label: string,
    textOf: (value: Value) => string,
  ) => (
    <Select<Value>
      allowClear
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
      <Select<PlatformId>
        allowClear
        showSearch={{ optionFilterProp: 'label' }}
        className="filter"
        aria-label={t('subAccounts.platform')}
        placeholder={t('subAccounts.platform')}
        value={filters.platform ?? null}
        onChange={(platform?: PlatformId) => onChange({ platform })}
        options={platformIds.map((value) => ({ value, label: platforms[value].names[language] }))}
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
