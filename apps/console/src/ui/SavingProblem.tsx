import { isApiError } from '@parley/api-client';
import { ErrorPanel } from '@parley/ui';
import { useEffect, useRef } from 'react';
import { ChangedMeanwhile } from './ChangedMeanwhile.tsx';

type Properties<Kept> = {
  /** The error that no field shows; null: none. */
  problem: unknown;
  /** The version that the form started from; undefined: it creates a record. */
  base: Kept | undefined;
  /** Fetches the stored record; null: it no longer exists. */
  read: (base: Kept) => Promise<Kept | null>;
  onTakeTheirs: (theirs: Kept) => void;
  onKeepMine: (theirs: Kept) => void;
};

/** Shows why nothing was saved, and offers a choice when another user has saved meanwhile. */
export function SavingProblem<Kept>({ problem, ...rest }: Properties<Kept>) {
  const place = useRef<HTMLDivElement>(null);
  // It is below the fields, often out of sight.
  useEffect(() => {
    if (problem !== null) place.current?.scrollIntoView({ block: 'nearest' });
  }, [problem]);
  return <div ref={place}>{problem === null ? null : <Problem problem={problem} {...rest} />}</div>;
}

function Problem<Kept>({ problem, base, read, ...choice }: Properties<Kept>) {
  if (!isApiError(problem, 'resource.stale')) return <ErrorPanel problem={problem} />;
  if (base === undefined) return null;
  return <ChangedMeanwhile problem={problem} read={() => read(base)} {...choice} />;
}
