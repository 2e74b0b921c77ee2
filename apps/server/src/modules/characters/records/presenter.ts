import type { CharacterAllocationRecord } from '@parley/contract/characters';
import type { AllocationItem } from './queries.ts';

export function presentAllocation(item: AllocationItem): CharacterAllocationRecord {
  const { at, ...shown } = item;
  return { ...shown, time: Math.floor(at / 1000), after: afterOf(item) };
}

export const afterOf = ({ before, amount, direction }: AllocationItem): number =>
  direction === 'add' ? before + amount : before - amount;
