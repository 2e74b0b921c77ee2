import { type Mutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

/**
 * Returns `submit`, except that it ignores calls while the request of the previous one is under way: on a busy machine a
 * second click, or a key that is held down, comes before the form shows that it is being saved.
 */
export function useSubmitOnce<Values>(submit: (values: Values) => void): (values: Values) => void {
  const cache = useQueryClient().getMutationCache();
  const begun = useRef<Mutation | null>(null);
  // A form that is still there once the end of its request is rendered may be submitted again.
  useEffect(() => {
    if (begun.current?.state.status !== 'pending') begun.current = null;
  });
  return (values) => {
    if (begun.current !== null && begun.current.state.status !== 'error') return;
    const others = new Set(cache.getAll());
    submit(values);
    begun.current = cache.getAll().find((mutation) => !others.has(mutation)) ?? null;
  };
}
