import type { Client } from '@parley/api-client';
import { operatorNotificationPage } from '@parley/contract/notifications';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { operatorKeys } from '../../entities/operator/operator-self.ts';
import type { PageFilters } from '../../entities/operator/page-filters.ts';

export const publishedNotifications = (client: Client, filters: PageFilters) =>
  queryOptions({
    queryKey: [...operatorKeys.notifications, filters],
    queryFn: ({ signal }) => client.call(operatorNotificationPage, { query: filters }, { signal }),
    placeholderData: keepPreviousData,
  });
