/**
 * Keeps what the pages of a session had loaded through its end and the next login: a form whose page must load again
 * would forget what was typed into it. It stays for the same user alone, as the server names them.
 */
import type { Query, QueryClient } from '@tanstack/react-query';
import { queryKeys } from './query-keys.ts';

/** Forgets everything but what the installation says of itself. */
export function forgetData(cache: QueryClient): void {
  cache.removeQueries({ predicate: (query) => !isInstallation(query) });
  cache.getMutationCache().clear();
}

/** The session is over, and its user is expected back. */
export function keepDataFor(cache: QueryClient, user: string): void {
  cache.removeQueries({ queryKey: queryKeys.user, exact: true });
  cache.getMutationCache().clear();
  cache.setQueryData(queryKeys.keptFor, user);
}

/**
 * Keeps the loaded data of the same user, which is shown while it is requested again, and drops another user's. Call it
 * before anything can know who is logged in. `user`: as the server has answered; null: it has not.
 */
export function settleKeptData(cache: QueryClient, user: string | null): void {
  const keptFor = cache.getQueryData(queryKeys.keptFor);
  if (keptFor === undefined) return;
  const isOfUser = (query: Query) => !isInstallation(query) && !isWho(query);
  if (keptFor !== user) {
    cache.removeQueries({ predicate: isOfUser });
    return;
  }
  cache.removeQueries({ queryKey: queryKeys.keptFor });
  void cache.invalidateQueries({ refetchType: 'none', predicate: isOfUser });
}

const isInstallation = ({ queryKey }: Query) => queryKey[0] === queryKeys.systemConfig[0];
/** The question itself that is being answered; other keys begin like it. */
const isWho = ({ queryKey }: Query) => queryKey.length === 1 && queryKey[0] === queryKeys.user[0];
