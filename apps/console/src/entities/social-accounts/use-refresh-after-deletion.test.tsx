import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { queryKeys } from '../../lib/query-keys.ts';
import { useRefreshAfterDeletion } from './use-refresh-after-deletion.ts';

function Deletion() {
  return (
    <button type="button" onClick={useRefreshAfterDeletion()}>
      Delete
    </button>
  );
}

it.each([
  ['the fan list', queryKeys.fans],
  ['the statistics of fans', queryKeys.fanStatistics],
  ['the uses of tags', queryKeys.fanTags],
  ['the figures of work orders', queryKeys.workOrders],
  ['the accounts of shares', queryKeys.workOrderShares],
])('refetches %s after social accounts were deleted', (_, key) => {
  const cache = new QueryClient();
  cache.setQueryData(key, 'as it was');
  render(
    <QueryClientProvider client={cache}>
      <Deletion />
    </QueryClientProvider>,
  );
  fireEvent.click(screen.getByRole('button'));
  expect(cache.getQueryState(key)?.isInvalidated).toBe(true);
});
