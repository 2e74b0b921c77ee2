import { type Client, isPassing } from '@parley/api-client';
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

const askEveryMs = 1_000;

export const isPairing = ({ state }: AccountPairing) =>
  state === 'waiting' || state === 'code' || state === 'scanned';

/** It is gone, for example with its sub-account. */
const isRefusal = (error: Error | null) => error !== null && !isPassing(error);

/** A pairing as it stands, asked for each second while it runs. */
const pairingNow = (client: Client, begun: AccountPairing | null) =>
  queryOptions({
    queryKey: ['account-pairing', begun?.id],
    queryFn:
      begun === null
        ? skipToken
        : ({ signal }) => client.call(accountPairingNow, { params: { pairingId: begun.id } }, { signal }),
    staleTime: 0,
    // A code isn't kept.
    gcTime: 0,
    retry: false,
    refetchInterval: ({ state: { data, error } }) =>
      isRefusal(error) || (data !== undefined && !isPairing(data)) ? false : askEveryMs,
    // The owner may look at the phone's own window.
    refetchIntervalInBackground: true,
  });

type Options<Values> = {
  begin: (values: Values) => Promise<AccountPairing>;
  onPaired: (account: SocialAccount) => void;
  onMutate: () => void;
  onError: (failure: unknown) => void;
};

export type PairingFlow<Values> = {
  /** Null: it hasn't begun. */
  pairing: AccountPairing | null;
  /** The server can't be reached. */
  isCutOff: boolean;
  isBeginning: boolean;
  begin: (values: Values) => void;
  /** Begins once more, with the values of the last time. */
  retry: () => void;
  /** Ends a pairing that runs, and forgets it; waits for nothing. */
  leave: () => void;
};

/** Begins pairings one after the other, and calls back once one is paired. */
export function usePairing<Values>({ begin, onPaired, ...handlers }: Options<Values>): PairingFlow<Values> {
  const client = useClient();
  const cache = useQueryClient();
  const online = useOnline();
  const [begun, setBegun] = useState<AccountPairing | null>(null);
  // The pairing that is wanted: one that begins after its page was left would run unseen, and take one of few places.
  const wanted = useRef(0);
  const end = (pairingId: string) =>
    // A pairing that the request doesn't reach ends on its own.
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
      // Equals no number: a form that is sent in this moment begins nothing any more.
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
