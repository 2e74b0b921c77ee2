import { describe, expect, test } from 'vitest';
import { needs, planNeeds } from './needs.ts';

const none = () => false;

describe('what tests need', () => {
  test('nothing is done when everything is there', () => {
    expect(planNeeds({ has: () => true, root: true, apt: true })).toEqual({ do: 'nothing' });
    expect(planNeeds({ has: () => true, root: false, apt: false })).toEqual({ do: 'nothing' });
  });

  test('root on Debian installs what is missing, and only that', () => {
    const has = (file: string) => file !== '/usr/bin/prosody' && file !== '/usr/bin/chromium';
    expect(planNeeds({ has, root: true, apt: true })).toEqual({
      do: 'install',
      packages: ['chromium', 'prosody'],
    });
  });

  test('another user on Debian is told the one command', () => {
    const plan = planNeeds({ has: none, root: false, apt: true });
    expect(plan.do === 'tell' && plan.sentence).toMatch(
      /Run: sudo apt-get update && sudo apt-get install .*prosody/,
    );
  });

  test('elsewhere the sentence names all packages and a way to run the tests', () => {
    const plan = planNeeds({ has: none, root: true, apt: false });
    const sentence = plan.do === 'tell' ? plan.sentence : '';
    for (const need of needs) expect(sentence).toContain(need.package);
    expect(sentence).toContain('docker run');
  });
});
