import { isApiError } from '@parley/api-client';
import { ErrorPanel } from '@parley/ui';
import { ChangedMeanwhile } from './ChangedMeanwhile.tsx';

type Properties<Kept> = {
  /** The refusal that no field shows; null: there is none. */
  problem: unknown;
  /** The version that the form began with; undefined: it makes a new one. */
  base: Kept | undefined;
  /** Fetches what is kept now; null: it is gone. */
  read: (base: Kept) => Promise<Kept | null>;
  onTakeTheirs: (theirs: Kept) => void;
  onKeepMine: (theirs: Kept) => void;
};

/** The reason why nothing was saved, and the choice when another user has saved meanwhile. */
export function SavingProblem<Kept>({ problem, base, read, ...choice }: Properties<Kept>) {
  if (problem === null) return null;
  if (!isApiError(problem, 'resource.stale')) return <ErrorPanel problem={problem} />;
  if (base === undefined) return null;
  return <ChangedMeanwhile problem={problem} read={() => read(base)} {...choice} />;
}
