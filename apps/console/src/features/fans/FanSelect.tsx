import type { Fan } from '@parley/contract/fans';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../lib/session-context.tsx';
import { useDebounced } from '../../lib/use-debounced.ts';
import { SearchSelect } from '../../ui/SearchSelect.tsx';
import { foundFans } from './queries.ts';
import { accountName, useFanName } from './use-fan-name.ts';

type Properties = {
  /** The id of a person to leave out. */
  except: string;
  onChoose: (fan: Fan) => void;
};

/** Searches fans by name or account. */
export function FanSelect({ except, onChoose }: Properties) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<Fan>();
  const [typed, onSearch] = useState('');
  const nameOf = useFanName();
  /** Returns the name with account and social account, as names may be equal. */
  const labelOf = (fan: Fan): string =>
    [nameOf(fan), accountName(fan), fan.socialAccountName].filter((part) => part !== '').join(' · ');
  const search = useDebounced(typed.trim()) || undefined;
  const query = useQuery(foundFans(useClient(), search));
  const people = new Map<string, Fan>();
  for (const fan of query.data?.list ?? [])
    if (fan.fanId !== except && !people.has(fan.fanId)) people.set(fan.fanId, fan);
  const options = [...people.values()].map((fan) => ({ value: fan.fanId, label: labelOf(fan) }));
  return (
    <SearchSelect
      label={t('fans.mergeWith')}
      value={chosen?.fanId ?? null}
      chosenLabel={chosen === undefined ? '' : labelOf(chosen)}
      options={options}
      query={query}
      onSearch={onSearch}
      onChange={(fanId?: string) => {
        const fan = people.get(fanId ?? '');
        if (fan === undefined) return;
        setChosen(fan);
        onChoose(fan);
      }}
    />
  );
}
