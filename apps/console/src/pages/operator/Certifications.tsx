import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  CertificationDrawer,
  type SubmittedCertification,
} from '../../features/operator/CertificationDrawer.tsx';
import {
  submitterOf,
  useCertificationActions,
  useCertificationColumns,
} from '../../features/operator/certification-list.tsx';
import { useOperator } from '../../features/operator/operator-session.tsx';
import { certifications, readCertificationFilters } from '../../features/operator/queries.ts';
import { useTexts } from '../../features/operator/texts.ts';
import { useFocusBack } from '../../lib/use-focus-back.ts';
import type { ListDescription } from '../../ui/list/description.ts';
import { selectFilter } from '../../ui/list/FilterSelect.tsx';
import { List } from '../../ui/list/List.tsx';
import { useListAddress } from '../../ui/list/use-list-address.ts';

// i18n-keys: op.certifications.status.*

/** `/operator/certifications` */
export function Certifications() {
  const { t } = useTexts();
  const { client } = useOperator();
  const [open, setOpen] = useState<SubmittedCertification>();
  useFocusBack(open !== undefined);
  const address = useListAddress('operator-certifications', readCertificationFilters);
  const { filters, setFilters } = address;
  const query = useQuery(certifications(client, filters));
  const status = selectFilter({
    name: 'status',
    label: t('op.certifications.state'),
    value: filters.status,
    options: (['reviewing', 'passed', 'rejected'] as const).map((value) => ({
      value,
      label: t(`op.certifications.status.${value}`),
    })),
    onFilter: setFilters,
  });
  const list: ListDescription<SubmittedCertification> = {
    title: t('op.page.certifications'),
    address,
    rows: { kind: 'pages', query },
    rowKey: ({ workspaceId }) => workspaceId,
    rowName: submitterOf,
    columns: useCertificationColumns(),
    filters: [status],
    rowActions: useCertificationActions(setOpen),
    none: { title: t('op.certifications.nothing'), hint: t('op.certifications.nothingHint') },
  };
  return (
    <>
      <List list={list} />
      {open === undefined ? null : (
        <CertificationDrawer
          key={open.workspaceId}
          certification={open}
          onClose={() => {
            setOpen(undefined);
            void query.refetch();
          }}
        />
      )}
    </>
  );
}
