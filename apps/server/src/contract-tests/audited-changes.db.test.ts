/** Tests that entries of changes contain the field, the old value and the new one. */
import * as auditApi from '@parley/contract/audit';
import * as channelsApi from '@parley/contract/channels';
import * as conversationsApi from '@parley/contract/conversations';
import * as settingsApi from '@parley/contract/settings';
import * as translationApi from '@parley/contract/translation';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import type { TestAgent, TestOwner } from '../testing/test-people.ts';

let app: TestApp;
let owner: TestOwner;
let agent: TestAgent;
let operator: string;
beforeAll(async () => {
  app = await startTestApp();
  owner = await app.registerOwner();
  agent = await app.createSubAccount(owner);
  operator = await app.operatorToken();
});
afterAll(() => app.close());

async function newest(action: auditApi.AuditAction) {
  const { list } = await app.call(auditApi.operatorAuditLogPage, { query: { action } }, operator);
  return list[0]?.details;
}

it('names the brand before and after', async () => {
  const { version, logo: _, ...kept } = await app.call(settingsApi.operatorSystemConfig, {}, operator);
  const body = { ...kept, version, brandName: 'Blue' };
  await app.call(settingsApi.setSystemConfig, { body }, operator);
  expect(await newest('system-settings.changed')).toEqual({
    'brandName.before': kept.brandName,
    'brandName.after': 'Blue',
  });
});

it('names translation settings before and after, at each level', async () => {
  const own = { ...conversationsApi.inheritedSettings, sendTargetLanguage: 'es' };
  const site = await app.addWebchat(owner, agent.subAccountId);
  const changes = {
    'sendTargetLanguage.before': 'inherited',
    'sendTargetLanguage.after': 'es',
  };
  const puts = [
    () => app.call(translationApi.putWorkspaceTranslation, { body: { own } }, owner.token),
    () =>
      app.call(
        translationApi.putSocialAccountTranslation,
        { params: { socialAccountId: site }, body: { own } },
        owner.token,
      ),
    () => app.call(conversationsApi.putDeskSettings, { body: { own } }, agent.token),
  ];
  for (const put of puts) {
    await put();
    expect(await newest('translation-settings.changed')).toEqual(changes);
    await put();
    expect(await newest('translation-settings.changed')).toEqual({});
  }
});

it('names a social account before and after, and the ports that are granted', async () => {
  const id = await app.addWebchat(owner, agent.subAccountId);
  await app.call(channelsApi.renameSocialAccount, { body: { id, name: 'Boutique' } }, owner.token);
  expect(await newest('social-account.changed')).toMatchObject({ 'name.after': 'Boutique' });
  await app.setPorts(owner, 7);
  await app.setPorts(owner, 9);
  expect(await newest('ports.granted')).toEqual({ 'ports.before': 7, 'ports.after': 9 });
});
