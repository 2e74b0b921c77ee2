import type { KeyValueStorage } from '@parley/api-client';
import { expect, it } from 'vitest';
import { readAlertChoices, writeAlertChoices } from './alert-choices.ts';

const standard = { notifications: false, hideText: false, volume: 50, groups: 'mentions' };

function storageWith(value: string | null): KeyValueStorage {
  let kept = value;
  return {
    getItem: () => kept,
    setItem: (_, next) => {
      kept = next;
    },
    removeItem: () => undefined,
  };
}

it('remembers the choices in this browser', () => {
  const storage = storageWith(null);
  expect(readAlertChoices(storage)).toEqual(standard);
  const chosen = { notifications: true, hideText: true, volume: 0, groups: 'all' } as const;
  writeAlertChoices(storage, chosen);
  expect(readAlertChoices(storage)).toEqual(chosen);
});

it.each(['null', '7', '{', '{"notifications":"yes","hideText":1,"volume":51}'])(
  'takes the standard for what no setting can have stored: %s',
  (stored) => {
    expect(readAlertChoices(storageWith(stored))).toEqual(standard);
  },
);
