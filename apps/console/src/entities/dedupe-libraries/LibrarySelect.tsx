import { platforms } from '@parley/contract/catalogues';
import { interfaceLanguageOf } from '@parley/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../lib/session-context.tsx';
import { useDebounced } from '../../lib/use-debounced.ts';
import { type ChoiceProperties, SearchSelect } from '../../ui/SearchSelect.tsx';
import { foundDedupeLibraries } from './queries.ts';

/** Selects one of the workspace's dedupe libraries by typing. */
export function LibrarySelect(properties: ChoiceProperties) {
  const { t, i18n } = useTranslation();
  const language = interfaceLanguageOf(i18n.language);
  const [typed, onSearch] = useState('');
  const query = useQuery(foundDedupeLibraries(useClient(), useDebounced(typed.trim()) || undefined));
  const options = (query.data?.list ?? []).map(({ id, name, platform }) => ({
    value: id,
    label: `${name} (${platforms[platform].names[language]})`,
  }));
  return (
    <SearchSelect
      {...properties}
      label={t('dedupeLibraries.one')}
      chosenLabel={t('dedupeLibraries.chosen')}
      options={options}
      query={query}
      onSearch={onSearch}
    />
  );
}
