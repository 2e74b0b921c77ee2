import type { Client } from '@parley/api-client';
import { type CertificationSort, certificationPage, certificationSort } from '@parley/contract/identity';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { operatorKeys } from '../../entities/operator/operator-self.ts';
import { type PageFilters, readPage } from '../../entities/operator/page-filters.ts';

const reviewStatuses = ['reviewing', 'passed', 'rejected'] as const;
export type ReviewFilters = PageFilters & {
  status?: (typeof reviewStatuses)[number] | undefined;
  sort?: CertificationSort | undefined;
};

export const readReviewFilters = (query: URLSearchParams, pageSize: number): ReviewFilters => ({
  ...readPage(query, pageSize),
  sort: certificationSort.safeParse(query.get('sort')).data,
  status: reviewStatuses.find((status) => status === query.get('status')),
});

export const submittedCertifications = (client: Client, filters: ReviewFilters) =>
  queryOptions({
    queryKey: [...operatorKeys.certifications, filters],
    queryFn: ({ signal }) => client.call(certificationPage, { query: filters }, { signal }),
    placeholderData: keepPreviousData,
  });
