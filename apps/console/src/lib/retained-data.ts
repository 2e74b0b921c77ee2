/**
 * Keeps a session's loaded data past its end until the next login: a form whose page loads again would lose what was
 * typed into it. The data is kept for the same user only, as identified by the server.
 */
import type { Query, QueryClient } from '@tanstack/react-query';
import { queryKeys } from './query-keys.ts';

/** Drops all data except that of the installation itself. */
export function forgetData(cache: QueryClient): void {
  cache.removeQueries({ predicate: (query) => !isInstallation(query) });
  cache.getMutationCache().clear();
}

/** Marks the data as kept for a user whose session has ended and who is expected to log in again. */
export function keepDataFor(cache: QueryClient, user: string): void {
  cache.removeQueries({ queryKey: queryKeys.user, exact: true });
  cache.getMutationCache().clear();
  cache.setQueryData(queryKeys.keptFor, user);
}

/**
 * Keeps the loaded data for the same user, who sees it while it is refetched, and drops another user's. Call it before
 * any component can read the logged-in user.
 *
 * @param user as the server has answered; null: it has not
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
/** Matches the query for the user itself only; other keys share its prefix. */
const isWho = ({ queryKey }: Query) => queryKey.length === 1 && queryKey[0] === queryKeys.user[0];
