import type { AnswerOf } from '@parley/contract';
import {
  addSplitDomain,
  removeSplitDomain,
  type splitDomainList,
  verifySplitDomain,
} from '@parley/contract/split-domains';
import { markShown, useErrorToast } from '@parley/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '../../lib/query-keys.ts';
import { useClient } from '../../lib/session-context.tsx';

type Domains = AnswerOf<typeof splitDomainList>;

/** Returns the mutations that add, verify and remove a link domain. The form shows errors of adding. */
export function useSplitDomainChanges() {
  const client = useClient();
  const cache = useQueryClient();
  const showError = useErrorToast();
  const change = (to: (list: Domains['list']) => Domains['list']) =>
    cache.setQueryData<Domains>(queryKeys.splitDomains, (known) =>
      known === undefined ? known : { ...known, list: to(known.list) },
    );
  const onSettled = () => void cache.invalidateQueries({ queryKey: queryKeys.splitDomains });
  const adding = useMutation({
    mutationFn: (domain: string) => client.call(addSplitDomain, { body: { domain } }),
    onSuccess: (added) =>
      change((list) => [...list, added].toSorted((a, b) => (a.domain < b.domain ? -1 : 1))),
    onError: (problem) => markShown(problem),
    onSettled,
  });
  const verifying = useMutation({
    mutationFn: (splitDomainId: string) => client.call(verifySplitDomain, { body: { splitDomainId } }),
    onSuccess: (checked) => change((list) => list.map((one) => (one.id === checked.id ? checked : one))),
    onError: showError,
    onSettled,
  });
  const removing = useMutation({
    mutationFn: (splitDomainId: string) => client.call(removeSplitDomain, { body: { splitDomainId } }),
    onSuccess: (_answer, id) => change((list) => list.filter((one) => one.id !== id)),
    onError: showError,
    onSettled() {
      onSettled();
      // The short links on this domain have changed.
      void cache.invalidateQueries({ queryKey: queryKeys.splitLinks });
    },
  });
  return { adding, verifying, removing };
}
