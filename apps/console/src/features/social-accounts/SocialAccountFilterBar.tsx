import { platforms } from '@parley/contract/catalogues';
import { type AccountStatus, accountStatus } from '@parley/contract/channels';
import { interfaceLanguageOf, useClear } from '@parley/ui';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../lib/session-context.tsx';
import type { FilterPatch } from '../../lib/use-url-filters.ts';
import { platformInfos, type SocialAccountFilters } from './queries.ts';

// i18n-keys: socialAccounts.state.*

type Properties = {
  filters: SocialAccountFilters;
  onChange: (patch: FilterPatch) => void;
  /** The control that filters by sub-account. */
  subAccountField: ReactElement;
};

/** What narrows the table besides its search: platform, sub-account, state. */
export function SocialAccountFilterBar({ filters, onChange, subAccountField }: Properties) {
  const clear = useClear();
  const { t, i18n } = useTranslation();
  const language = interfaceLanguageOf(i18n.language);
  const known = useQuery(platformInfos(useClient()));
  return (
    <>
      <Select
        allowClear={clear}
        className="filter"
        aria-label={t('socialAccounts.platform')}
        placeholder={t('socialAccounts.platform')}
        value={filters.platform}
        onChange={(platform) => onChange({ platform })}
        options={(known.data ?? [])
          .filter(({ available }) => available)
          .map(({ id }) => ({ value: id, label: platforms[id].names[language] }))}
      />
      {subAccountField}
      <Select<AccountStatus>
        allowClear={clear}
        className="filter"
        aria-label={t('socialAccounts.stateName')}
        placeholder={t('socialAccounts.stateName')}
        value={filters.state ?? null}
        onChange={(state) => onChange({ state })}
        options={accountStatus.options.map((state) => ({
          value: state,
          label: t(`socialAccounts.state.${state}`),
        }))}
      />
    </>
  );
}
