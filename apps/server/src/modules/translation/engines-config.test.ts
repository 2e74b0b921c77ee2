import { describe, expect, it, test } from 'vitest';
import { enginesConfig, translationEnvironment } from './engines-config.ts';

const configOf = (variables: Record<string, string>, installed: readonly string[] = []) =>
  enginesConfig(translationEnvironment.parse(variables), (program) => installed.includes(program));

const all = {
  OPENAI_MODEL: 'a-model',
  OPENAI_API_KEY: 'a-key',
  LIBRETRANSLATE_URL: 'http://127.0.0.1:5000',
  APERTIUM_APY_URL: 'http://127.0.0.1:2737',
};

describe('engines from the environment', () => {
  it('has no engines if none is configured and none is installed', () => {
    expect(configOf({})).toEqual({ engines: [], lines: [{ id: 'ai', engines: [] }] });
  });

  it('uses Apertium if it is installed, unless it is disabled', () => {
    expect(configOf({}, ['apertium']).engines.map(({ id }) => id)).toEqual(['apertium-local']);
    expect(configOf({ APERTIUM_LOCAL: 'off' }, ['apertium']).engines).toEqual([]);
    expect(configOf({ APERTIUM_LOCAL: '/opt/apertium' }, ['/opt/apertium']).engines[0]?.settings).toEqual({
      program: '/opt/apertium',
    });
  });

  it('puts all engines into the default line, by quality, and each into a separate one', () => {
    const { engines, lines } = configOf({ ...all, ENGINE_TIME_LIMIT_MS: '3000' }, ['apertium']);
    const order = ['openai', 'libretranslate', 'apertium-apy', 'apertium-local'];
    expect(engines.map(({ id }) => id)).toEqual(order);
    expect(engines.every(({ limitMs }) => limitMs === 3_000)).toBe(true);
    expect(lines).toEqual([{ id: 'ai', engines: order }, ...order.map((id) => ({ id, engines: [id] }))]);
  });

  it('uses lines as configured, the default always first', () => {
    const TRANSLATION_LINES = 'fast=libretranslate;ai=openai,libretranslate';
    const { lines } = configOf({ ...all, TRANSLATION_LINES });
    expect(lines.slice(0, 2)).toEqual([
      { id: 'ai', engines: ['openai', 'libretranslate'] },
      { id: 'fast', engines: ['libretranslate'] },
    ]);
  });

  it('treats an empty variable as unset', () => {
    expect(configOf({ OPENAI_API_KEY: '', OPENAI_MODEL: '', TRANSLATION_LINES: '' }).engines).toEqual([]);
  });
});

test.each([
  [{ OPENAI_API_KEY: 'k' }, /^OPENAI_MODEL: /],
  [{ OPENAI_MODEL: 'm' }, /^OPENAI_API_KEY: /],
  [{ LIBRETRANSLATE_API_KEY: 'k' }, /^LIBRETRANSLATE_URL: /],
  [{ APERTIUM_LOCAL: '/nowhere/apertium' }, /^APERTIUM_LOCAL: /],
  [{ TRANSLATION_LINES: 'x=deepl' }, /^TRANSLATION_LINES: .*deepl.*none/],
  [{ ...all, TRANSLATION_LINES: 'x=openai;x=openai' }, /^TRANSLATION_LINES: two lines x/],
  [{ ...all, TRANSLATION_LINES: 'x=openai,openai' }, /^TRANSLATION_LINES: .*twice/],
])('%j stops the start and names the variable', (variables, message) => {
  expect(() => configOf(variables)).toThrow(message);
});

test.each([
  ['LIBRETRANSLATE_URL', 'localhost:5000'],
  ['APERTIUM_APY_URL', 'ftp://a.example'],
  ['TRANSLATION_LINES', 'ai'],
  ['TRANSLATION_LINES', 'ai=openai,,x'],
  ['ENGINE_TIME_LIMIT_MS', '5'],
  ['ENGINE_TIME_LIMIT_MS', 'soon'],
])('%s refuses %j', (name, value) => {
  const parsed = translationEnvironment.safeParse({ [name]: value });
  expect(parsed.error?.issues[0]?.path).toEqual([name]);
});
