import { newId } from '@parley/api-client';
import { useRef } from 'react';

/**
 * Returns an idempotency key per content: retrying after a lost answer repeats the request without further effect,
 * while corrected content gets a new key.
 */
export function useIdPerContent(): (content: string) => string {
  const made = useRef(new Map<string, string>());
  return (content) => {
    const known = made.current.get(content) ?? newId();
    made.current.set(content, known);
    return known;
  };
}
