import { ownReasons } from '@parley/contract/channels';
import { describe, expect, it } from 'vitest';
import { ownReasonOf } from './own-reason.ts';

describe('a reason of a state', () => {
  it.each(ownReasons)('%s is our own', (word) => {
    expect(ownReasonOf(word)).toEqual({ word, count: undefined });
  });

  it('inserts a count into the reason', () => {
    expect(ownReasonOf('port-limit 5')).toEqual({ word: 'port-limit', count: 5 });
    expect(ownReasonOf('port-limit 0')).toEqual({ word: 'port-limit', count: 0 });
  });

  it.each([
    'Unauthorized',
    'port-limit five',
    'port-limit 5 ports',
    'interrupted: by somebody',
    '',
    'unknown-word',
  ])('"%s" is the platform’s', (reason) => {
    expect(ownReasonOf(reason)).toBeNull();
  });
});
