import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOperator } from '../../entities/operator/operator-session.tsx';
import {
  CertificationDrawer,
  type SubmittedCertification,
} from '../../features/certification/CertificationReview.tsx';
import {
  submitterOf,
  useCertificationActions,
  useCertificationColumns,
} from '../../features/certification/review-list.tsx';
import { readReviewFilters, submittedCertifications } from '../../features/certification/review-queries.ts';
import { useRestoredFocus } from '../../lib/use-restored-focus.ts';
import type { ListDescription } from '../../ui/list/description.ts';
import { selectFilter } from '../../ui/list/FilterSelect.tsx';
import { List } from '../../ui/list/List.tsx';
import { useListAddress } from '../../ui/list/use-list-address.ts';

// i18n-keys: certification.review.status.*

/** `/operator/certifications` */
export function Certifications() {
  const { t } = useTranslation();
  const { client } = useOperator();
  const [open, setOpen] = useState<SubmittedCertification>();
  useRestoredFocus(open !== undefined);
  const address = useListAddress('operator-certifications', readReviewFilters);
  const { filters, setFilters } = address;
  const query = useQuery(submittedCertifications(client, filters));
  const status = selectFilter({
    name: 'status',
    label: t('certification.review.state'),
    value: filters.status,
    options: (['reviewing', 'passed', 'rejected'] as const).map((value) => ({
      value,
      label: t(`certification.review.status.${value}`),
    })),
    onFilter: setFilters,
  });
  const list: ListDescription<SubmittedCertification> = {
    title: t('operatorPages.certifications'),
    address,
    rows: { kind: 'pages', query },
    rowKey: ({ workspaceId }) => workspaceId,
    rowName: submitterOf,
    columns: useCertificationColumns(),
    filters: [status],
    standardSort: 'submittedAt.asc',
    rowActions: useCertificationActions(setOpen),
    none: { title: t('certification.review.nothing'), hint: t('certification.review.nothingHint') },
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
