import type { SocialAccount } from '@parley/contract/channels';
import type { StoredProxy } from '@parley/contract/proxies';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../lib/session-context.tsx';
import { useDebounced } from '../../lib/use-debounced.ts';
import { type ChoiceProperties, SearchSelect } from '../../ui/SearchSelect.tsx';
import { ProxyFacts } from './ProxyFacts.tsx';
import { usableProxies } from './usable-proxies.ts';

type Properties = ChoiceProperties & { account: Pick<SocialAccount, 'subAccountId' | 'proxy'> };

/** Selects one of the proxies that an account may use, by typing; shows the status of the selected one below. */
export function ProxySelect({ account: { subAccountId, proxy }, ...choice }: Properties) {
  const { t } = useTranslation();
  const client = useClient();
  const [typed, setTyped] = useState('');
  const [picked, setPicked] = useState<StoredProxy>();
  const found = useQuery(usableProxies(client, subAccountId, useDebounced(typed.trim()) || undefined));
  const listed = found.data?.list ?? [];
  const { value, onChange } = choice;
  const isChosen = ({ id }: StoredProxy) => id === value;
  // The current proxy may be beyond the first hundred.
  const isBeyond = value === proxy.id && proxy.name !== null && found.isSuccess && !listed.some(isChosen);
  const beyond = useQuery({
    ...usableProxies(client, subAccountId, proxy.name ?? undefined),
    enabled: isBeyond,
  });
  const chosen = [...listed, ...(picked === undefined ? [] : [picked]), ...(beyond.data?.list ?? [])].find(
    isChosen,
  );
  return (
    <>
      <SearchSelect
        {...choice}
        onChange={(id, option) => {
          setPicked(listed.find((one) => one.id === id));
          onChange?.(id, option);
        }}
        label={t('socialAccounts.proxyOne')}
        chosenLabel={chosen?.name ?? proxy.name ?? t('socialAccounts.proxyGone')}
        options={listed.map(({ id, name, host }) => ({ value: id, label: `${name} (${host})` }))}
        query={found}
        onSearch={setTyped}
      />
      {chosen === undefined ? null : <ProxyFacts proxy={chosen} />}
    </>
  );
}
