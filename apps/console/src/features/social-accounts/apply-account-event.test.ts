import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { queryKeys } from '../../lib/query-keys.ts';
import { sampleTime } from '../../lib/testing/samples.ts';
import { applyAccountEvent } from './apply-account-event.ts';
import { someSocialAccount } from './testing/samples.ts';

it('changes the account in every list, and leaves other data of social accounts unchanged', () => {
  const account = someSocialAccount({ state: 'online' });
  const queryClient = new QueryClient();
  const list = [...queryKeys.socialAccountLists, 'page', {}];
  const contents = [...queryKeys.socialAccounts, 'contents', account.id];
  queryClient.setQueryData(list, { list: [account], total: 1 });
  queryClient.setQueryData(contents, { conversations: 1, fans: 1, quarantined: 0 });
  applyAccountEvent(
    queryClient,
    { socialAccountId: account.id, state: 'offline', reason: 'proxy-missing' },
    sampleTime,
  );
  expect(queryClient.getQueryData(list)).toEqual({
    list: [{ ...account, state: 'offline', stateReason: 'proxy-missing', stateSince: sampleTime }],
    total: 1,
  });
  expect(queryClient.getQueryData(contents)).toEqual({ conversations: 1, fans: 1, quarantined: 0 });
});

it('clears the inactivity and the planned deletion of an account that comes online', () => {
  const account = someSocialAccount({ state: 'offline', inactive: true, purgeAt: sampleTime });
  const queryClient = new QueryClient();
  const list = [...queryKeys.socialAccountLists, 'page', {}];
  queryClient.setQueryData(list, { list: [account], total: 1 });
  const event = (state: 'connecting' | 'online') =>
    applyAccountEvent(queryClient, { socialAccountId: account.id, state, reason: null }, sampleTime);
  event('connecting');
  expect(queryClient.getQueryData(list)).toMatchObject({ list: [{ inactive: true, purgeAt: sampleTime }] });
  event('online');
  expect(queryClient.getQueryData(list)).toMatchObject({ list: [{ inactive: false, purgeAt: null }] });
});
