import { exportOwners, type OwnerAccount } from '@parley/contract/operator';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOperator } from '../../entities/operator/operator-session.tsx';
import { DisableOwner } from '../../features/owners/DisableOwner.tsx';
import { useOwnerActions, useOwnerColumns } from '../../features/owners/owner-list.tsx';
import { owners, readOwnerFilters } from '../../features/owners/queries.ts';
import { ResetTwoFactor } from '../../features/owners/ResetTwoFactor.tsx';
import { useRestoredFocus } from '../../lib/use-restored-focus.ts';
import type { ListDescription } from '../../ui/list/description.ts';
import { ExportList } from '../../ui/list/ExportList.tsx';
import { selectFilter } from '../../ui/list/FilterSelect.tsx';
import { List } from '../../ui/list/List.tsx';
import { useListAddress } from '../../ui/list/use-list-address.ts';
import { useSearch } from '../../ui/list/use-search.ts';

/** `/operator/owners` */
export function Owners() {
  const { t } = useTranslation();
  const { client } = useOperator();
  const [disabling, setDisabling] = useState<OwnerAccount>();
  const [resetting, setResetting] = useState<OwnerAccount>();
  useRestoredFocus(disabling !== undefined || resetting !== undefined);
  const address = useListAddress('operator-owners', readOwnerFilters);
  const { filters, setFilters } = address;
  const query = useQuery(owners(client, filters));
  const state = selectFilter({
    name: 'state',
    label: t('owners.state'),
    value: filters.state,
    options: [
      { value: 'enabled', label: t('owners.enabled') },
      { value: 'disabled', label: t('owners.disabled') },
    ],
    onFilter: setFilters,
  });
  const list: ListDescription<OwnerAccount> = {
    title: t('operatorPages.owners'),
    address,
    rows: { kind: 'pages', query },
    rowKey: ({ id }) => id,
    rowName: ({ email }) => email,
    columns: useOwnerColumns(),
    search: useSearch(t('owners.search'), address),
    filters: [state],
    standardSort: 'registeredAt.desc',
    rowActions: useOwnerActions({ onDisable: setDisabling, onReset: setResetting }),
    tools: (
      <ExportList
        title={t('operatorPages.owners')}
        filters={filters}
        download={(chosen, options) => client.download(exportOwners, { query: chosen }, options)}
      />
    ),
    none: { title: t('owners.none'), hint: t('owners.noneHint') },
  };
  return (
    <>
      <List list={list} />
      {resetting === undefined ? null : (
        <ResetTwoFactor owner={resetting} onClose={() => setResetting(undefined)} />
      )}
      {disabling === undefined ? null : (
        <DisableOwner owner={disabling} onClose={() => setDisabling(undefined)} />
      )}
    </>
  );
}
