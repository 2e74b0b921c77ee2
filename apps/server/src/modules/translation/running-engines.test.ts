import { describe, expect, it, vi } from 'vitest';
import { createLog } from '../../base/log.ts';
import type { EnginesConfig } from './engines-config.ts';
import { createFakeClock } from './fakes.ts';
import { openEngines } from './running-engines.ts';

const setUp = (config: EnginesConfig) => {
  const log = createLog('silent');
  const told = vi.spyOn(log, 'warn');
  const host = { clock: createFakeClock(), log, fetch, random: () => 0.5 };
  return { open: () => openEngines(host, config), told };
};
const engine = (id: string, kind: string, settings: Record<string, unknown>) => ({
  id,
  kind,
  settings,
  limitMs: 8_000,
  places: 32,
});
const libreTranslate = engine('libretranslate', 'libretranslate', { baseUrl: 'http://127.0.0.1:5000' });

describe('opening the engines', () => {
  it('shares an engine between its lines, and limits a line by its slowest', async () => {
    const lines = [
      { id: 'ai', engines: ['libretranslate'] },
      { id: 'fast', engines: ['libretranslate'] },
    ];
    const running = await setUp({ engines: [libreTranslate], lines }).open();
    const [ai, fast] = [running.lineOrDefault('ai'), running.lineOrDefault('fast')];
    expect(ai.engines[0]).toBe(fast.engines[0]);
    expect(ai.limitMs).toBe(20_000);
    expect(running.lineOrDefault('gone')).toBe(ai);
    await running.close();
  });

  it('logs once what to do when there is no engine', async () => {
    const { open, told } = setUp({ engines: [], lines: [{ id: 'ai', engines: [] }] });
    await open();
    expect(told).toHaveBeenCalledOnce();
    expect(told.mock.calls[0]?.[0]).toContain('apt-get install apertium apertium-eng-spa');
  });

  it('rejects invalid settings, unknown kinds, and lines with unknown engines', async () => {
    const wrong = engine('libretranslate', 'libretranslate', { baseUrl: 'nowhere' });
    await expect(setUp({ engines: [wrong], lines: [] }).open()).rejects.toThrow('an http or https address');
    const unknown = engine('x', 'telepathy', {});
    await expect(setUp({ engines: [unknown], lines: [] }).open()).rejects.toThrow('telepathy');
    const nowhere = { engines: [], lines: [{ id: 'ai', engines: ['x'] }] };
    await expect(setUp(nowhere).open()).rejects.toThrow('names x');
  });
});
