import type { Client } from '@parley/api-client';
import type { AnswerOf } from '@parley/contract';
import { deskSelf } from '@parley/contract/sub-accounts';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useLiveConnect, useLiveEvent } from '../../lib/use-live.ts';

export type Me = AnswerOf<typeof deskSelf>;

const key = ['me'] as const;

export function meQuery(client: Client) {
  return queryOptions({ queryKey: key, queryFn: ({ signal }) => client.call(deskSelf, {}, { signal }) });
}

/** The header shows a warning below this number of characters. */
export const lowCharacters = 2_000;

/** Keeps the remaining characters current; use it once. */
export function useMeUpdates(): void {
  const queryClient = useQueryClient();
  const refresh = () => void queryClient.invalidateQueries({ queryKey: key });
  useLiveEvent('characters', refresh);
  useLiveConnect(refresh);
}
