import { exportHeldPorts, type HeldPort } from '@parley/contract/ports';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { usePlatformFilter } from '../../../entities/platforms/use-platform-filter.ts';
import { useSubAccountFilter } from '../../../entities/sub-accounts/use-sub-account-filter.tsx';
import { useHeldPortActions, useHeldPortColumns } from '../../../features/ports/held-port-list.tsx';
import { PortFigures } from '../../../features/ports/PortFigures.tsx';
import { heldPorts, readPortFilters } from '../../../features/ports/queries.ts';
import { paths } from '../../../lib/paths.ts';
import { useClient } from '../../../lib/session-context.tsx';
import type { ListDescription } from '../../../ui/list/description.ts';
import { ExportList } from '../../../ui/list/ExportList.tsx';
import { List } from '../../../ui/list/List.tsx';
import { useListAddress } from '../../../ui/list/use-list-address.ts';
import { useSearch } from '../../../ui/list/use-search.ts';

/** The number of ports, and their current holders. */
export function Ports() {
  const { t } = useTranslation();
  const address = useListAddress('ports', readPortFilters);
  const { filters, setFilters } = address;
  const client = useClient();
  const query = useQuery(heldPorts(client, filters));
  const list: ListDescription<HeldPort> = {
    title: t('ports.title'),
    address,
    rows: { kind: 'pages', query },
    rowKey: ({ id }) => id,
    rowName: ({ name }) => name,
    columns: useHeldPortColumns(),
    standardSort: 'takenAt.desc',
    search: useSearch(t('ports.search'), address),
    filters: [useSubAccountFilter(filters, setFilters), usePlatformFilter(filters, setFilters)],
    rowActions: useHeldPortActions(),
    tools: (
      <ExportList
        title={t('ports.title')}
        filters={filters}
        download={(chosen, options) => client.download(exportHeldPorts, { query: chosen }, options)}
      />
    ),
    action: <Link to={paths.socialAccounts}>{t('ports.toSocialAccounts')}</Link>,
    figures: <PortFigures />,
    none: { title: t('ports.none'), hint: t('ports.noneHint') },
  };
  return <List list={list} />;
}
