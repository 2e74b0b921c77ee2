import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { found } from '../../../app/testing/page-harness.tsx';
import { renderPage } from '../../../app/testing/render-page.tsx';
import { characterRoutes } from '../../../features/characters/testing/records.ts';
import { busySubAccounts, subAccountRoutes } from '../../../features/sub-accounts/testing/sub-accounts.ts';
import { ChatAllocation } from './ChatAllocation.tsx';

it('shows both balances before and after each allocation', async () => {
  const world = { ownerRemaining: 0, ports: 10, allocations: new Map(), subAccounts: busySubAccounts() };
  renderPage(<ChatAllocation />, {
    at: '/subpage/chatAllocation?direction=remove',
    answers: [...characterRoutes(world), ...subAccountRoutes(world)],
  });
  const amount = await screen.findByText('910,000', {}, found);
  const row = amount.closest('tr')?.textContent;
  for (const text of ['Reclaimed', '5,000', '10,000']) expect(row).toContain(text);
  expect(document.querySelectorAll('.ant-table-row')).toHaveLength(1);
});
