import { expect, it } from 'vitest';
import { type ReplyWindow, windowRefusal, windowStage } from './reply-window.ts';

const hour = 3_600_000;
const written = (customerWroteAt: number | null, kind: 'private' | 'group' = 'private') => ({
  kind,
  customerWroteAt,
});
const day: ReplyWindow = { hours: 24 };
const priced: ReplyWindow = { hours: 48, paidUntilHours: 168, afterwards: 'templates' };
const forGood = { kind: 'free', until: null };

it.each<[string, ReplyWindow | null, ReturnType<typeof written>, number, object]>([
  ['free for good without a window', null, written(null), 0, forGood],
  ['free for good in groups', day, written(0, 'group'), 99 * hour, forGood],
  ['free until its end', day, written(hour), 25 * hour - 1, { kind: 'free', until: 25 * hour }],
  ['closed from its end on', day, written(hour), 25 * hour, { kind: 'closed', until: null }],
  ['closed if the customer has never written', day, written(null), 0, { kind: 'closed', until: null }],
  ['free before it has a price', priced, written(0), 48 * hour - 1, { kind: 'free', until: 48 * hour }],
  ['paid after that', priced, written(0), 48 * hour, { kind: 'paid', until: 168 * hour }],
  ['for templates after both', priced, written(0), 168 * hour, { kind: 'templates', until: null }],
  ['for templates alone at first', priced, written(null), 0, { kind: 'templates', until: null }],
  ['paid from the start', { hours: 0, paidUntilHours: 1 }, written(0), 0, { kind: 'paid', until: hour }],
])('returns a window %s', (_, window, conversation, now, stage) => {
  expect(windowStage(window, conversation, now)).toEqual(stage);
});

const text = { template: false, acceptsPrice: false };
const template = { template: true, acceptsPrice: false };
it.each([
  ['free', text, null, null],
  ['free', template, null, null],
  ['free', template, { anyTime: true, priced: false }, null],
  ['free', template, { anyTime: false, priced: false }, 'template-early'],
  ['paid', text, null, 'priced'],
  ['paid', { ...text, acceptsPrice: true }, null, null],
  ['paid', template, { anyTime: true, priced: false }, null],
  ['paid', template, { anyTime: false, priced: true }, 'template-early'],
  ['templates', text, { anyTime: true, priced: true }, 'template-only'],
  ['templates', { ...text, acceptsPrice: true }, { anyTime: true, priced: true }, 'template-only'],
  ['templates', template, { anyTime: false, priced: true }, 'priced'],
  ['templates', { ...template, acceptsPrice: true }, { anyTime: false, priced: true }, null],
  ['closed', text, null, 'too-late'],
  ['closed', { ...template, acceptsPrice: true }, { anyTime: true, priced: true }, 'too-late'],
] as const)(
  'refuses by stage (%s) a message (%o) to a platform with templates %o: %s',
  (kind, message, templates, refusal) => {
    const stage = kind === 'free' || kind === 'paid' ? { kind, until: 1 } : { kind, until: null };
    expect(windowRefusal({ templates }, stage, message)).toBe(refusal);
  },
);
