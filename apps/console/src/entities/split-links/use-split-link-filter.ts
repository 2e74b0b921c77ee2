import { ForeignText, useClear } from '@parley/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../lib/session-context.tsx';
import { useDebounced } from '../../lib/use-debounced.ts';
import type { FilterPatch } from '../../lib/use-url-filters.ts';
import type { Filter } from '../../ui/list/description.ts';
import { SearchSelect } from '../../ui/SearchSelect.tsx';
import { foundSplitLinks, splitLinkName } from './queries.ts';

type Filters = { splitLinkId?: string | undefined };

/** A filter by one split link. */
export function useSplitLinkFilter({ splitLinkId }: Filters, onFilter: (patch: FilterPatch) => void): Filter {
  const { t } = useTranslation();
  return {
    key: 'splitLinkId',
    label: t('splitLinks.one'),
    chosen: splitLinkId === undefined ? undefined : <ChosenName id={splitLinkId} />,
    control: <SplitLinkSelect value={splitLinkId} onChange={(chosen) => onFilter({ splitLinkId: chosen })} />,
    params: ['splitLinkId'],
  };
}

type Properties = { value: string | undefined; onChange: (chosen: string | undefined) => void };

/** One of the workspace's split links, found by typing. */
function SplitLinkSelect({ value, onChange }: Properties) {
  const { t } = useTranslation();
  const clear = useClear();
  const [typed, onSearch] = useState('');
  const query = useQuery(foundSplitLinks(useClient(), useDebounced(typed.trim()) || undefined));
  const options = (query.data?.list ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const chosenLabel = useSplitLinkName(value);
  return (
    <SearchSelect
      allowClear={clear}
      label={t('splitLinks.one')}
      value={value ?? null}
      chosenLabel={chosenLabel}
      options={options}
      query={query}
      onSearch={onSearch}
      onChange={(chosen?: string) => onChange(chosen)}
    />
  );
}

const ChosenName = ({ id }: { id: string }) => <ForeignText>{useSplitLinkName(id)}</ForeignText>;

/** Returns a general name until the split link's is known; one that is gone is named as deleted. */
function useSplitLinkName(id: string | undefined): string {
  const { t } = useTranslation();
  const { data } = useQuery(splitLinkName(useClient(), id));
  return data === undefined ? t('splitLinks.chosen') : (data ?? t('records.gone'));
}
