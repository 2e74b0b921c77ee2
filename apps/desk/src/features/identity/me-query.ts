import type { Client } from '@parley/api-client';
import { type AnswerOf, deskSelf } from '@parley/contract';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useGathered } from '../../lib/use-gathered.ts';
import { useLiveConnect, useLiveEvent } from '../../lib/use-live.ts';

export type Me = AnswerOf<typeof deskSelf>;

const key = ['me'] as const;
const gatherMs = 2000;

export function meQuery(client: Client) {
  return queryOptions({ queryKey: key, queryFn: ({ signal }) => client.call(deskSelf, {}, { signal }) });
}

/** Below this many characters the header warns. */
export const lowCharacters = 10_000;

/** Keeps the remaining characters fresh; call it once. */
export function useMeUpdates(): void {
  const queryClient = useQueryClient();
  const refresh = () => void queryClient.invalidateQueries({ queryKey: key });
  const refreshSoon = useGathered(refresh, gatherMs);
  useLiveEvent('characters', refresh);
  // A translation that was charged for; in a busy hour many come in a second.
  useLiveEvent('changed', ({ message }) => {
    if (message.characters > 0) refreshSoon();
  });
  useLiveConnect(refresh);
}
