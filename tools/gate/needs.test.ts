import { describe, expect, test } from 'vitest';
import { needsOf, planNeeds } from './needs.ts';

const none = () => false;
const environment = {};

describe('what is needed from the machine', () => {
  test('does nothing when everything is there', () => {
    const has = () => true;
    expect(planNeeds({ has, root: true, apt: true, environment }, needsOf.test)).toEqual({ do: 'nothing' });
    expect(planNeeds({ has, root: false, apt: false, environment }, needsOf.test)).toEqual({ do: 'nothing' });
  });

  test('root on Debian installs what is missing, and only that', () => {
    const has = (file: string) => file !== '/usr/bin/prosody' && file !== '/usr/bin/chromium';
    expect(planNeeds({ has, root: true, apt: true, environment }, needsOf.test)).toEqual({
      do: 'install',
      packages: ['chromium', 'prosody'],
    });
  });

  test('another user on Debian gets the one command', () => {
    const plan = planNeeds({ has: none, root: false, apt: true, environment }, needsOf.test);
    expect(plan.do === 'tell' && plan.sentence).toMatch(
      /Run: sudo apt-get update && sudo apt-get install .*prosody/,
    );
  });

  test('names all packages and a way to go on where it can’t install', () => {
    const plan = planNeeds({ has: none, root: true, apt: false, environment }, needsOf.test);
    const sentence = plan.do === 'tell' ? plan.sentence : '';
    for (const need of needsOf.test.packages) expect(sentence).toContain(need.package);
    expect(sentence).toContain('docker run');
  });

  test('the demonstration needs an engine alone, and none of Parley’s when another is named', () => {
    expect(planNeeds({ has: none, root: true, apt: true, environment }, needsOf.demo)).toEqual({
      do: 'install',
      packages: ['apertium', 'apertium-eng-spa'],
    });
    const named = { LIBRETRANSLATE_URL: 'http://127.0.0.1:5000' };
    expect(planNeeds({ has: none, root: false, apt: true, environment: named }, needsOf.demo)).toEqual({
      do: 'nothing',
    });
    const told = planNeeds({ has: none, root: false, apt: true, environment }, needsOf.demo);
    expect(told.do === 'tell' && told.sentence).toContain('LIBRETRANSLATE_URL');
  });
});
