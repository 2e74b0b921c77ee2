import type { DeskProspectiveFan } from '@parley/contract/prospective-fans';

export type ActName = 'claim' | 'done' | 'giveUp' | 'reopen' | 'release' | 'note';

/** Returns the actions that an agent can take on an entry, likeliest first. `release` reopens a claimed one. */
export function possibleActs({
  state,
  own,
  taken,
}: Pick<DeskProspectiveFan, 'state' | 'own' | 'taken'>): ActName[] {
  if (taken) return ['note'];
  switch (state) {
    case 'open':
      return ['claim', 'done', 'giveUp', 'note'];
    case 'claimed':
      return own ? ['done', 'giveUp', 'release', 'note'] : ['claim', 'done', 'giveUp', 'note'];
    default:
      return ['reopen', 'note'];
  }
}

const keys: Readonly<Record<string, readonly ActName[]>> = {
  C: ['claim'],
  D: ['done'],
  G: ['giveUp'],
  R: ['reopen', 'release'],
  N: ['note'],
};

/** Returns the action bound to a key, if it is possible for the entry. */
export const actOfKey = (key: string, possible: readonly ActName[]): ActName | undefined =>
  keys[key.toUpperCase()]?.find((act) => possible.includes(act));
