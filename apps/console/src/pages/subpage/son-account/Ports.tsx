import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { PlatformFilter } from '../../../entities/platforms/PlatformFilter.tsx';
import { SubAccountFilter } from '../../../entities/sub-accounts/SubAccountFilter.tsx';
import { HeldPortTable } from '../../../features/ports/HeldPortTable.tsx';
import { PortFigures } from '../../../features/ports/PortFigures.tsx';
import { heldPorts, readPortFilters } from '../../../features/ports/queries.ts';
import { paths } from '../../../lib/paths.ts';
import { useClient } from '../../../lib/session-context.tsx';
import { useUrlFilters } from '../../../lib/use-url-filters.ts';
import { ListPage } from '../../../ui/ListPage.tsx';

/** How many ports there are, and who holds which. */
export function Ports() {
  const { t } = useTranslation();
  const [filters, setFilters] = useUrlFilters(readPortFilters);
  const page = useQuery(heldPorts(useClient(), filters));
  return (
    <ListPage
      title={t('ports.title')}
      filters={filters}
      onFilter={setFilters}
      searchLabel={t('ports.search')}
      moreFilters={
        <>
          <SubAccountFilter filters={filters} onChange={setFilters} />
          <PlatformFilter value={filters.platform} onPlatform={(platform) => setFilters({ platform })} />
        </>
      }
      action={<Link to={paths.socialAccounts}>{t('ports.toSocialAccounts')}</Link>}
      none={{ title: t('ports.none'), hint: t('ports.noneHint') }}
      query={page}
    >
      {(shown) => (
        <>
          <PortFigures />
          <HeldPortTable page={shown} />
        </>
      )}
    </ListPage>
  );
}
