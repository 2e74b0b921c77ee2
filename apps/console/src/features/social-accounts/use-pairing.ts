import { type Client, isTransient } from '@parley/api-client';
import {
  type AccountPairing,
  accountPairingNow,
  cancelAccountPairing,
  type SocialAccount,
} from '@parley/contract/channels';
import { useOnline } from '@parley/ui';
import { queryOptions, skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { queryKeys } from '../../lib/query-keys.ts';
import { useClient } from '../../lib/session-context.tsx';

const pollMs = 1_000;

export const isPairing = ({ state }: AccountPairing) =>
  state === 'waiting' || state === 'code' || state === 'scanned';

/** True when the pairing no longer exists, for example because its sub-account was deleted. */
const isRefusal = (error: Error | null) => error !== null && !isTransient(error);

/** The current state of a pairing, polled while it runs. */
const pairingNow = (client: Client, begun: AccountPairing | null) =>
  queryOptions({
    queryKey: ['account-pairing', begun?.id],
    queryFn:
      begun === null
        ? skipToken
        : ({ signal }) => client.call(accountPairingNow, { params: { pairingId: begun.id } }, { signal }),
    staleTime: 0,
    // A code must not be cached.
    gcTime: 0,
    retry: false,
    refetchInterval: ({ state: { data, error } }) =>
      isRefusal(error) || (data !== undefined && !isPairing(data)) ? false : pollMs,
    // The owner may be looking at the phone's window.
    refetchIntervalInBackground: true,
  });

type Options<Values> = {
  begin: (values: Values) => Promise<AccountPairing>;
  onPaired: (account: SocialAccount) => void;
  onMutate: () => void;
  onError: (failure: unknown) => void;
};

export type PairingFlow<Values> = {
  /** Null: not started. */
  pairing: AccountPairing | null;
  /** True while the server can't be reached. */
  isCutOff: boolean;
  isBeginning: boolean;
  begin: (values: Values) => void;
  /** Starts again with the last values. */
  retry: () => void;
  /** Cancels a running pairing and forgets it, without waiting for the server. */
  leave: () => void;
};

/** Runs one pairing at a time, and calls back when one has succeeded. */
export function usePairing<Values>({ begin, onPaired, ...handlers }: Options<Values>): PairingFlow<Values> {
  const client = useClient();
  const cache = useQueryClient();
  const online = useOnline();
  const [begun, setBegun] = useState<AccountPairing | null>(null);
  // Number of the latest attempt: a pairing that starts after its page was left would run unseen and occupy one of few
  // slots.
  const wanted = useRef(0);
  const end = (pairingId: string) =>
    // A pairing that the request doesn't reach times out.
    client.call(cancelAccountPairing, { params: { pairingId } }).catch(() => undefined);
  const beginning = useMutation({
    ...handlers,
    mutationFn: async (values: Values) => {
      const number = ++wanted.current;
      const pairing = await begin(values);
      if (wanted.current === number) setBegun(pairing);
      else void end(pairing.id);
    },
  });
  useEffect(() => {
    wanted.current = 0;
    return () => {
      // NaN equals no attempt, so a pairing that is still being started is cancelled.
      wanted.current = Number.NaN;
    };
  }, []);
  const { data, error } = useQuery(pairingNow(client, begun));
  const latest = begun && (data ?? begun);
  const isGone = latest !== null && isPairing(latest) && isRefusal(error);
  const pairing = isGone ? { ...latest, state: 'cancelled' as const, code: null } : latest;
  const paired = useEffectEvent((account: SocialAccount) => {
    void cache.invalidateQueries({ queryKey: queryKeys.socialAccounts });
    void cache.invalidateQueries({ queryKey: queryKeys.subAccounts });
    onPaired(account);
  });
  const account = pairing?.account ?? null;
  useEffect(() => {
    if (account !== null) paired(account);
  }, [account]);
  return {
    pairing,
    isCutOff: pairing !== null && isPairing(pairing) && (!online || error !== null),
    isBeginning: beginning.isPending,
    begin: beginning.mutate,
    retry: () => {
      if (beginning.variables !== undefined) beginning.mutate(beginning.variables);
    },
    leave() {
      wanted.current += 1;
      if (pairing !== null && isPairing(pairing)) void end(pairing.id);
      setBegun(null);
    },
  };
}
