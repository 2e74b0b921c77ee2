import { describe, expect, it } from 'vitest';
import { ZodError } from 'zod';
import { engines } from './index.ts';
import { realHost } from './kit/fixtures/host.ts';

describe('the registry', () => {
  it('lists every engine by its kind', () => {
    expect([...engines.keys()]).toEqual(['apertium-local', 'apertium-apy', 'libretranslate', 'openai-chat']);
    for (const [kind, engine] of engines) expect(engine.manifest.kind).toBe(kind);
  });

  it.each([
    ['apertium-apy', {}],
    ['apertium-apy', { baseUrl: 'file:///etc/passwd' }],
    ['apertium-local', { programme: 'apertium' }],
    ['libretranslate', { baseUrl: 'http://127.0.0.1', apiKey: '' }],
    ['openai-chat', { baseUrl: 'http://127.0.0.1', model: 'm', temperature: 3 }],
  ])('refuses settings that do not fit %s: %j', async (kind, settings) => {
    await expect(engines.get(kind)?.open(settings, realHost)).rejects.toBeInstanceOf(ZodError);
  });

  it('opens an engine from plain data', async () => {
    const engine = await engines.get('libretranslate')?.open({ baseUrl: 'http://127.0.0.1:9' }, realHost);
    await expect(engine?.supports('en', 'es')).rejects.toMatchObject({ failure: 'unavailable' });
    await engine?.close();
  });
});
