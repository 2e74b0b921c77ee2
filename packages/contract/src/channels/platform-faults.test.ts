import { expect, it } from 'vitest';
import { platformFaultSentence, platformFaults } from './platform-faults.ts';

it.each(platformFaults)('the code %s has a sentence in both languages', (code) => {
  expect(platformFaultSentence(code, 'zh-CN')).toMatch(/\p{Script=Han}/u);
  expect(platformFaultSentence(code, 'en-US')).toMatch(/^[A-Z]/);
});

it('appends the detail after a code to its sentence', () => {
  expect(platformFaultSentence('platform-silent: 1/3', 'en-US')).toBe(
    'The platform’s server did not respond in time (1/3)',
  );
});

it.each(['Unauthorized', 'platform-unknown', '', 'x platform-silent'])(
  'the platform’s own words «%s» have no sentence of Parley’s',
  (reason) => {
    expect(platformFaultSentence(reason, 'en-US')).toBeNull();
  },
);
