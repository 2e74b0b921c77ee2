import { platforms } from '@parley/contract/catalogues';
import type { Fan } from '@parley/contract/fans';
import { useConversationTitle } from '@parley/ui';
import { useCallback } from 'react';

type Identity = Pick<Fan, 'handle' | 'account' | 'platform'>;
type Named = Identity & Partial<Pick<Fan, 'alias' | 'nickname'>>;

/**
 * Returns a function that names a fan as listed. An unnamed visitor has the same name as in the desk and the chat
 * history.
 */
export function useFanName(): (fan: Named) => string {
  const titleOf = useConversationTitle();
  return useCallback(
    ({ alias = '', nickname = '', handle, account, platform }) =>
      [alias, nickname, handle].find((name) => name !== '') ??
      titleOf({ title: account, named: !platforms[platform].anonymousPeers }),
    [titleOf],
  );
}

/** Returns the account on the platform; empty where the platform's ids mean nothing to people. */
export function accountName({ handle, account, platform }: Identity): string {
  if (handle !== '') return `@${handle}`;
  return platforms[platform].anonymousPeers ? '' : account;
}
