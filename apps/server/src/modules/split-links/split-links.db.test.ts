import * as api from '@parley/contract/split-links';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import type { RawAnswer } from '../../testing/test-client.ts';
import type { TestOwner } from '../../testing/test-people.ts';

let app: TestApp;
let owner: TestOwner;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  owner = await app.registerOwner({ characters: 0 });
});

type Form = z.input<typeof api.splitLinkForm>;
const form = {
  name: 'Spring',
  platform: 'telegram',
  eligibility: 'full',
  mode: 'sequential',
  bindsAddress: false,
  device: 'any',
  defaultUrl: null,
  pageText: '',
  remark: '',
  expiresAt: null,
  targets: [{ url: 'https://t.me/ana' }, { url: 'https://t.me/ben' }],
} satisfies Form;
const create = (changes: Partial<Form> = {}) =>
  app.call(api.createSplitLink, { body: { ...form, ...changes } }, owner.token);
const get = (splitLinkId: string) => app.call(api.getSplitLink, { query: { splitLinkId } }, owner.token);
const page = (query: Record<string, string> = {}) =>
  app.call(api.splitLinkPage, { query: query as never }, owner.token); // validated by the server, as if typed

const failure = z.object({ fields: z.record(z.string(), z.string()) });
const fieldsOf = ({ body }: RawAnswer) => failure.parse(body.data).fields;

describe('split links', () => {
  it('creates split links with a short link each, and lists them', async () => {
    const link = await create({
      remark: 'Leaflet',
      targets: [{ url: 'https://t.me/ana', weight: 3, dailyCap: 10 }],
    });
    expect(link.code).toMatch(/^[a-z2-9]{8}$/);
    expect(link).toMatchObject({
      ...form,
      remark: 'Leaflet',
      url: `${app.url}/s/${link.code}`,
      enabled: true,
      visits: 0,
      visitsToday: 0,
      availableCount: 1,
      targets: [
        { url: 'https://t.me/ana', weight: 3, dailyCap: 10, enabled: true, online: null, takenToday: 0 },
      ],
    });
    await create({ name: 'Autumn', platform: 'line', targets: [{ url: 'https://line.me/R/ti/p/@shop' }] });
    const names = async (query: Record<string, string>) => (await page(query)).list.map(({ name }) => name);
    expect(await names({})).toEqual(['Autumn', 'Spring']);
    expect(await names({ sort: 'name.desc' })).toEqual(['Spring', 'Autumn']);
    expect(await names({ search: 'leaf' })).toEqual(['Spring']);
    expect(await names({ search: link.code })).toEqual(['Spring']);
    expect(await names({ platform: 'line' })).toEqual(['Autumn']);
    expect(await names({ enabled: 'false' })).toEqual([]);
  });

  it.each([
    ['a link of another platform', { targets: [{ url: 'https://wa.me/1' }] }, 'targets.0.url'],
    ['a link twice', { targets: [{ url: 'https://t.me/a' }, { url: 'https://t.me/a' }] }, 'targets.1.url'],
    ['no link', { targets: [] }, 'targets'],
    ['a script as default address', { defaultUrl: 'javascript:alert(1)' }, 'defaultUrl'],
  ])('refuses %s', async (_what, changes, field) => {
    const answer = await app.send(api.createSplitLink, { body: { ...form, ...changes } }, owner.token);
    expect([answer.status, Object.keys(fieldsOf(answer))]).toEqual([400, [field]]);
  });

  it('keeps the visits of a target whose address doesn’t change', async () => {
    const before = await create();
    const { id: splitLinkId, version } = before;
    const targets = [{ url: 'https://t.me/ben', weight: 2 }, { url: 'https://t.me/cat' }];
    const body = { ...form, name: 'Summer', targets, splitLinkId, version };
    const after = await app.call(api.updateSplitLink, { body }, owner.token);
    expect(after).toMatchObject({ name: 'Summer', version: 2, code: before.code });
    expect(after.targets.map(({ url, weight }) => [url, weight])).toEqual([
      ['https://t.me/ben', 2],
      ['https://t.me/cat', 1],
    ]);
    expect(after.targets[0]?.id).toBe(before.targets[1]?.id);
    await expect(app.call(api.updateSplitLink, { body }, owner.token)).rejects.toMatchObject({
      error: 'resource.stale',
    });
  });

  it('refuses a name twice, until one is deleted', async () => {
    const { id } = await create();
    await expect(create({ name: 'SPRING' })).rejects.toMatchObject({ error: 'split-link.name-taken' });
    await app.call(api.deleteSplitLinks, { body: { ids: [id] } }, owner.token);
    await expect(get(id)).rejects.toMatchObject({ error: 'split-link.not-found' });
    await create();
    expect((await page()).total).toBe(1);
  });

  it('starts at the latest record for an invalid cursor', async () => {
    const { id: splitLinkId } = await create();
    const query = { splitLinkId, cursor: `1772400000000000_${'-'.repeat(36)}` };
    for (const endpoint of [api.splitLinkVisits, api.splitLinkConversions, api.splitLinkContacts])
      expect((await app.send(endpoint, { query }, owner.token)).status).toBe(200);
  });

  it('shows that the social account behind a target is online', async () => {
    const agent = await app.createSubAccount(owner);
    const socialAccountId = await app.addWebchat(owner, agent.subAccountId);
    const changes = {
      platform: 'webchat',
      eligibility: 'online',
      targets: [{ url: 'https://shop.example/chat', socialAccountId }],
    } satisfies Partial<Form>;
    const link = await create(changes);
    await expect
      .poll(async () => (await get(link.id)).targets[0])
      .toMatchObject({ socialAccountId, online: true });
    const other = await app.registerOwner({ characters: 0 });
    await expect(
      app.call(api.createSplitLink, { body: { ...form, ...changes } }, other.token),
    ).rejects.toMatchObject({ error: 'resource.not-found' });
  });
});
