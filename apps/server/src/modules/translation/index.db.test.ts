import { startLibreTranslate } from '@parley/engines/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../base/clock.ts';
import { connectDatabase, type Database, transaction } from '../../base/db/database.ts';
import { type TestDatabase, testDatabase } from '../../base/db/testing/test-database.ts';
import type { Mount } from '../../base/http/mount.ts';
import { newId, trustWorkspaceId } from '../../base/ids.ts';
import { createLog } from '../../base/log.ts';
import { createMetrics } from '../../base/metrics.ts';
import {
  createTranslation,
  enginesConfig,
  registerRoutes,
  type Translation,
  translationEnvironment,
} from './index.ts';

const log = createLog('silent');
let test: TestDatabase;
let database: Database;
const opened: (() => Promise<void>)[] = [];
beforeAll(async () => {
  test = await testDatabase();
  database = connectDatabase(test.url, log);
});
afterAll(async () => {
  await database.close();
  await test.drop();
});
afterEach(async () => {
  for (const close of opened.splice(0)) await close();
});

const open = async (variables: Record<string, string>): Promise<Translation> => {
  const translation = await createTranslation({
    database,
    clock: systemClock,
    log,
    metrics: createMetrics(),
    fetch,
    random: () => 0.5,
    config: enginesConfig(translationEnvironment.parse({ APERTIUM_LOCAL: 'off', ...variables }), () => false),
  });
  opened.push(translation.close);
  return translation;
};
const service = async () => {
  const libreTranslate = await startLibreTranslate({ translate: (text) => text.toUpperCase() });
  opened.push(libreTranslate.stop);
  return libreTranslate;
};
const workspaceId = trustWorkspaceId(newId());
const request = { text: 'hola, mi pedido es 12345', source: 'es', target: 'en', lineId: 'ai' };
const asking = () => ({ context: [], signal: new AbortController().signal });

describe('translation, with an engine behind a real socket', () => {
  it('plans, translates, remembers, and then plans to use the memory', async () => {
    const translation = await open({ LIBRETRANSLATE_URL: (await service()).url });
    const plan = await translation.plan(workspaceId, request);
    if (plan.kind !== 'engine') throw new Error(plan.kind);
    expect(plan.characters).toBe(19);
    const answer = await plan.run(asking());
    expect(answer).toEqual({ ok: true, text: 'HOLA, MI PEDIDO ES 12345', engine: 'libretranslate' });
    if (answer.ok)
      await transaction(database, (tx) =>
        translation.remember(tx, [{ ...plan.memory(answer), subAccountId: newId() }]),
      );
    expect(await translation.plan(workspaceId, request)).toEqual({
      kind: 'cached',
      text: 'HOLA, MI PEDIDO ES 12345',
      engine: 'libretranslate',
    });
    expect(await translation.plan(trustWorkspaceId(newId()), request)).toMatchObject({
      kind: 'engine',
    });
  });

  it('reports an unreachable service as failed, not as one without the languages', async () => {
    const gone = await service();
    const translation = await open({ LIBRETRANSLATE_URL: gone.url });
    await gone.stop();
    const plan = await translation.plan(workspaceId, { ...request, text: 'otra cosa' });
    if (plan.kind !== 'engine') throw new Error(plan.kind);
    expect(await plan.run(asking())).toMatchObject({ ok: false, problem: 'engines-failed' });
  });

  it('gives up a hanging service at its time limit, and closes its socket', async () => {
    const hanging = await service();
    const translation = await open({ LIBRETRANSLATE_URL: hanging.url, ENGINE_TIME_LIMIT_MS: '300' });
    const plan = await translation.plan(workspaceId, { ...request, text: 'se cuelga' });
    if (plan.kind !== 'engine') throw new Error(plan.kind);
    hanging.setLatency(60_000);
    const answer = await plan.run(asking());
    expect(answer).toMatchObject({ ok: false, problem: 'engines-failed' });
    expect(answer).toHaveProperty('detail', expect.stringContaining('libretranslate: timeout'));
    await expect.poll(() => hanging.inFlight()).toBe(0);
  });

  it('starts without any engine, and then supports nothing', async () => {
    const translation = await open({});
    expect(await translation.plan(workspaceId, { ...request, text: 'nada' })).toEqual({
      kind: 'unsupported',
      detail: 'no translation engine is set up on this installation',
    });
  });

  it('shows its lines', async () => {
    const translation = await open({ LIBRETRANSLATE_URL: (await service()).url });
    let shown: unknown;
    // One endpoint is mounted, and it uses nothing of the request.
    const mount = (async (_: unknown, handler: (handling: object) => Promise<unknown>) => {
      shown = await handler({});
    }) as unknown as Mount;
    registerRoutes(mount, { translation });
    const engines = [{ id: 'libretranslate', name: 'LibreTranslate', resting: false }];
    await expect
      .poll(() => shown)
      .toEqual([
        { id: 'ai', engines },
        { id: 'libretranslate', engines },
      ]);
  });

  it('identifies a language and assumes it', async () => {
    const translation = await open({});
    const first = translation.observe(translation.firstPrior(null), 'hola, necesito ayuda');
    expect(first).toMatchObject({ language: 'es', assumed: 'es' });
    expect(translation.observe(first.prior, '👍')).toMatchObject({ language: 'es', assumed: 'es' });
  });
});
