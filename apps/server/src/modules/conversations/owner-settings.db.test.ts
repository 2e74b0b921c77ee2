import * as conversationsApi from '@parley/contract/conversations';
import * as translationApi from '@parley/contract/translation';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { createWorld, type World } from '../../testing/world.ts';

let app: TestApp;
let world: World;
beforeAll(async () => {
  app = await startTestApp();
  world = await createWorld(app);
});
afterAll(() => app.close());

const nothing = conversationsApi.inheritedSettings;

it('resolves each value from the nearest level that sets it, and names that level', async () => {
  const { console: token } = world.tokens;
  const params = { socialAccountId: world.ids.socialAccountId };
  const inConversation = { conversationId: world.ids.conversationId };
  await app.call(
    translationApi.putWorkspaceTranslation,
    { body: { own: { ...nothing, receiveTargetLanguage: 'fr', sendTranslationEnable: false } } },
    token,
  );
  const account = await app.call(
    translationApi.putSocialAccountTranslation,
    { params, body: { own: { ...nothing, receiveTargetLanguage: 'de' } } },
    token,
  );
  expect(account).toMatchObject({
    own: { receiveTargetLanguage: 'de' },
    effective: { receiveTargetLanguage: 'de', sendTranslationEnable: false },
    inherited: { receiveTargetLanguage: 'fr' },
    inheritedFrom: { receiveTargetLanguage: 'workspace', translationMode: 'default' },
  });
  const conversation = await app.call(
    translationApi.getConversationTranslation,
    { params: inConversation },
    token,
  );
  expect(conversation).toMatchObject({
    own: null,
    effective: { receiveTargetLanguage: 'de' },
    inheritedFrom: { receiveTargetLanguage: 'social-account', sendTranslationEnable: 'workspace' },
  });
  const again = await app.call(
    translationApi.putSocialAccountTranslation,
    { params, body: { own: null } },
    token,
  );
  expect(again).toMatchObject({ own: null, effective: { receiveTargetLanguage: 'fr' } });
});
