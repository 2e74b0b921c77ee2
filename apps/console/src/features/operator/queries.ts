import type { Client } from '@parley/api-client';
import { certificationPage } from '@parley/contract/identity';
import { operatorNotificationPage } from '@parley/contract/notifications';
import { mailPage, ownerPage } from '@parley/contract/operator';
import { operatorSystemConfig } from '@parley/contract/settings';
import { operatorContactList } from '@parley/contract/support';
import { tenantPage } from '@parley/contract/tenants';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { pageNoOf, pageSizeOf, searchOf } from '../../lib/use-url-filters.ts';
import { operatorKeys } from './operator-self.ts';

export type PageFilters = { pageNo: number; pageSize: number };
export type MailFilters = PageFilters & { search?: string | undefined };
const certificationStatuses = ['reviewing', 'passed', 'rejected'] as const;
export type CertificationFilters = PageFilters & {
  status?: (typeof certificationStatuses)[number] | undefined;
};

export const readPage = (query: URLSearchParams, pageSize: number): PageFilters => ({
  pageNo: pageNoOf(query),
  pageSize: pageSizeOf(query, pageSize),
});

export const readMailFilters = (query: URLSearchParams, pageSize: number): MailFilters => ({
  ...readPage(query, pageSize),
  search: searchOf(query),
});

export const readCertificationFilters = (query: URLSearchParams, pageSize: number): CertificationFilters => ({
  ...readPage(query, pageSize),
  status: certificationStatuses.find((status) => status === query.get('status')),
});

const ownerStates = ['enabled', 'disabled'] as const;
export type OwnerFilters = MailFilters & { state?: (typeof ownerStates)[number] | undefined };

export const readOwnerFilters = (query: URLSearchParams, pageSize: number): OwnerFilters => ({
  ...readMailFilters(query, pageSize),
  state: ownerStates.find((state) => state === query.get('state')),
});

export const owners = (client: Client, filters: OwnerFilters) =>
  queryOptions({
    queryKey: [...operatorKeys.owners, filters],
    queryFn: ({ signal }) => client.call(ownerPage, { query: filters }, { signal }),
    placeholderData: keepPreviousData,
  });

export const publishedNotifications = (client: Client, filters: PageFilters) =>
  queryOptions({
    queryKey: [...operatorKeys.notifications, filters],
    queryFn: ({ signal }) => client.call(operatorNotificationPage, { query: filters }, { signal }),
    placeholderData: keepPreviousData,
  });

export const keptContacts = (client: Client) =>
  queryOptions({
    queryKey: operatorKeys.contacts,
    queryFn: ({ signal }) => client.call(operatorContactList, {}, { signal }),
  });

export const certifications = (client: Client, filters: CertificationFilters) =>
  queryOptions({
    queryKey: [...operatorKeys.certifications, filters],
    queryFn: ({ signal }) => client.call(certificationPage, { query: filters }, { signal }),
    placeholderData: keepPreviousData,
  });

export const keptSettings = (client: Client) =>
  queryOptions({
    queryKey: operatorKeys.settings,
    queryFn: ({ signal }) => client.call(operatorSystemConfig, {}, { signal }),
  });

export const mails = (client: Client, filters: MailFilters) =>
  queryOptions({
    queryKey: [...operatorKeys.mail, filters],
    queryFn: ({ signal }) => client.call(mailPage, { query: filters }, { signal }),
    placeholderData: keepPreviousData,
  });

export const tenants = (client: Client, filters: PageFilters) =>
  queryOptions({
    queryKey: [...operatorKeys.tenants, filters],
    queryFn: ({ signal }) => client.call(tenantPage, { query: filters }, { signal }),
    placeholderData: keepPreviousData,
  });
