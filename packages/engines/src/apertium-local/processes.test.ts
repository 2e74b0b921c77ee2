/** Tests that the long-running programs never outlive their use, their engine or their server. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { realHost } from '../kit/fixtures/host.ts';
import type { EngineHost, OpenEngine } from '../spec.ts';
import { type ApertiumLocalSettings, apertiumLocal } from './engine.ts';
import { type Install, installApertium } from './fixtures/install.ts';

let install: Install;
let engine: OpenEngine;
/** Fires the pending timeouts of silent programs, the oldest first. */
let silences: (() => void)[];

const host: EngineHost = {
  ...realHost,
  clock: {
    now: Date.now,
    sleep: (_ms, signal) =>
      new Promise((resolve, reject) => {
        silences.push(resolve);
        signal?.addEventListener('abort', () => reject(signal.reason));
      }),
  },
};
const open = (more: Partial<ApertiumLocalSettings> = {}): Promise<OpenEngine> =>
  apertiumLocal.open(apertiumLocal.manifest.settings.parse({ program: install.program, ...more }), host);

beforeEach(async () => {
  silences = [];
  install = await installApertium();
  engine = await open();
});
afterEach(async () => {
  await engine.close();
  await install.remove();
});

async function translate(text: string, signal = AbortSignal.timeout(60_000), source = 'en'): Promise<string> {
  const target = source === 'en' ? 'es' : 'en';
  return (await engine.translate({ parts: [{ text }], source, target, context: [], signal })).text;
}

/** Polls, because a killed process is listed until the kernel has removed it. */
function eventuallyRunning(count: number): Promise<void> {
  return vi.waitFor(async () => expect(await install.running()).toHaveLength(count));
}

/** Suspends a whole group, as a hang would. */
function freeze(group: number): void {
  process.kill(-group, 'SIGSTOP');
}

describe('the living programs', () => {
  it('runs one program per direction, however many requests arrive', async () => {
    await Promise.all(Array.from({ length: 10 }, () => translate('the house')));
    await Promise.all(Array.from({ length: 10 }, () => translate('la casa', undefined, 'es')));
    expect(await install.running()).toHaveLength(2);
    await engine.close();
    await eventuallyRunning(0);
  });

  it('replaces a hanging program without losing queued requests', async () => {
    await translate('the house');
    const [frozen = 0] = await install.running();
    freeze(frozen);
    silences = [];
    const asked = Promise.allSettled(Array.from({ length: 5 }, () => translate('the red car')));
    await vi.waitUntil(() => silences.length > 0);
    silences[0]?.();
    const [first, ...others] = await asked;
    expect(first).toMatchObject({ status: 'rejected', reason: { failure: 'timeout' } });
    for (const other of others) expect(other).toMatchObject({ value: expect.stringMatching(/coche rojo/i) });
    await eventuallyRunning(1);
    expect(await install.running()).not.toContain(frozen);
  });

  it('answers the next request at once when one is aborted', async () => {
    await translate('the house');
    const [frozen = 0] = await install.running();
    freeze(frozen);
    const control = new AbortController();
    const aborted = translate('the red car', control.signal).catch((error: unknown) => error);
    const waiting = translate('the house');
    // The list of pairs is cached, so after one turn of the event loop both have reached the pipeline.
    await new Promise((resolve) => setImmediate(resolve));
    control.abort();
    expect(await aborted).toMatchObject({ failure: 'timeout' });
    expect(await waiting).toMatch(/casa/);
    await eventuallyRunning(1);
  });

  it('keeps a program running when a queued request is aborted', async () => {
    await translate('the house');
    const before = await install.running();
    const control = new AbortController();
    const first = translate('the red car');
    const second = translate('the red car', control.signal).catch((error: unknown) => error);
    await new Promise((resolve) => setImmediate(resolve));
    control.abort();
    expect(await second).toMatchObject({ failure: 'timeout' });
    expect(await first).toMatch(/coche rojo/i);
    expect(await install.running()).toEqual(before);
  });

  it('ends the programs when the server is killed', async () => {
    const script = `
      import { apertiumLocal } from '${new URL('./engine.ts', import.meta.url)}';
      import { realHost } from '${new URL('../kit/fixtures/host.ts', import.meta.url)}';
      const settings = apertiumLocal.manifest.settings.parse({ program: '${install.program}' });
      const engine = await apertiumLocal.open(settings, realHost);
      const signal = AbortSignal.timeout(60_000);
      await engine.translate({ parts: [{ text: 'the house' }], source: 'en', target: 'es', context: [], signal });
      process.stdout.write('ready');
      setInterval(() => undefined, 1_000);
    `;
    const server = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(server.stdout, 'data');
    expect(await install.running()).toHaveLength(1);
    server.kill('SIGKILL');
    await eventuallyRunning(0);
  });
});

describe('without the program', () => {
  it('names the packages to install', async () => {
    const absent = await open({ program: '/nowhere/apertium' });
    await expect(absent.supports('en', 'es')).rejects.toMatchObject({
      failure: 'unavailable',
      message: expect.stringMatching(/install the packages apertium and apertium-eng-spa/),
    });
    await absent.close();
  });
});
