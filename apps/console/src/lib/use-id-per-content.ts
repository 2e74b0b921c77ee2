import { newId } from '@parley/api-client';
import { useRef } from 'react';

/**
 * One id for each different content: pressing again after a lost answer repeats the request, which then does
 * nothing more; after a correction it is a new one.
 */
export function useIdPerContent(): (content: string) => string {
  const made = useRef(new Map<string, string>());
  return (content) => {
    const known = made.current.get(content) ?? newId();
    made.current.set(content, known);
    return known;
  };
}
