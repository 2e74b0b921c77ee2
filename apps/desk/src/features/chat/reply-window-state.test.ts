import type { ReplyWindow } from '@parley/contract/conversations';
import { expect, it } from 'vitest';
import { replyWindowState } from './reply-window-state.ts';

const hour = 3_600_000;
const window = { hours: 24 };
const written = (customerWroteAt: number | null, kind: 'private' | 'group' = 'private') => ({
  kind,
  customerWroteAt,
});
const open = { kind: 'open' };
const priced: ReplyWindow = { hours: 24, paidUntilHours: 48, afterwards: 'templates' };

it.each([
  ['nothing without a window', null, written(null), 0, open],
  ['nothing while the conversation loads', window, undefined, 0, open],
  ['nothing in a group', window, written(null, 'group'), 99 * hour, open],
  ['nothing while its end is far', window, written(0), 21 * hour - 60_000, open],
  [
    'the minutes that are left, rounded up',
    window,
    written(0),
    22.51 * hour,
    { kind: 'ending', minutes: 90, paidNext: false },
  ],
  [
    'one minute at the very end',
    window,
    written(0),
    24 * hour - 1,
    { kind: 'ending', minutes: 1, paidNext: false },
  ],
  ['the closed window', window, written(0), 24 * hour, { kind: 'closed', hours: 24, written: true }],
  ['that the customer never wrote', window, written(null), 0, { kind: 'closed', hours: 24, written: false }],
  ['when it begins to cost', priced, written(0), 23 * hour, { kind: 'ending', minutes: 60, paidNext: true }],
  ['that it costs', priced, written(0), 24 * hour, { kind: 'paid', minutes: null }],
  ['how long it may be paid for', priced, written(0), 47 * hour, { kind: 'paid', minutes: 60 }],
  ['that templates are left', priced, written(0), 48 * hour, { kind: 'templates' }],
])('shows %s', (_, given, conversation, now, state) => {
  expect(replyWindowState(given, conversation, now)).toEqual(state);
});
