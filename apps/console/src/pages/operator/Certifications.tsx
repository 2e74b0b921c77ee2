import { useClear } from '@parley/ui';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState } from 'react';
import {
  CertificationDrawer,
  type SubmittedCertification,
} from '../../features/operator/CertificationDrawer.tsx';
import { CertificationTable } from '../../features/operator/CertificationTable.tsx';
import { useOperator } from '../../features/operator/operator-session.tsx';
import { certifications, readCertificationFilters } from '../../features/operator/queries.ts';
import { useTexts } from '../../features/operator/texts.ts';
import { useFocusBack } from '../../lib/use-focus-back.ts';
import { useUrlFilters } from '../../lib/use-url-filters.ts';
import { ListPage } from '../../ui/ListPage.tsx';

// i18n-keys: op.certifications.status.*

/** `/operator/certifications` */
export function Certifications() {
  const clear = useClear();
  const { t } = useTexts();
  const { client } = useOperator();
  const [filters, setFilters] = useUrlFilters(readCertificationFilters);
  const page = useQuery(certifications(client, filters));
  const [open, setOpen] = useState<SubmittedCertification>();
  useFocusBack(open !== undefined);
  return (
    <>
      <ListPage
        title={t('op.page.certifications')}
        filters={filters}
        onFilter={setFilters}
        moreFilters={
          <Select
            allowClear={clear}
            className="filter"
            aria-label={t('op.certifications.state')}
            placeholder={t('op.certifications.anyState')}
            value={filters.status}
            onChange={(status) => setFilters({ status })}
            options={(['reviewing', 'passed', 'rejected'] as const).map((status) => ({
              value: status,
              label: t(`op.certifications.status.${status}`),
            }))}
          />
        }
        action={null}
        none={{ title: t('op.certifications.nothing'), hint: t('op.certifications.nothingHint') }}
        query={page}
      >
        {(shown) => <CertificationTable page={shown} onOpen={setOpen} />}
      </ListPage>
      {open === undefined ? null : (
        <CertificationDrawer
          key={open.workspaceId}
          certification={open}
          onClose={() => {
            setOpen(undefined);
            void page.refetch();
          }}
        />
      )}
    </>
  );
}
