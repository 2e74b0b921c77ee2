import { socialAccountId } from '../channels/examples.ts';
import { conversationId, effectiveSettings, ownSettings } from '../conversations/examples.ts';
import type { ExamplesOf } from '../example.ts';
import type * as endpoints from './index.ts';
import type { LevelSettings } from './owner-settings.ts';

const body = { own: ownSettings };
const answer: LevelSettings = {
  own: ownSettings,
  effective: effectiveSettings,
  inherited: effectiveSettings,
  inheritedFrom: {
    translationMode: 'default',
    receiveTranslationEnable: 'default',
    receiveSourceLanguage: 'default',
    receiveTargetLanguage: 'workspace',
    sendTranslationEnable: 'default',
    sendTargetLanguage: 'default',
  },
};
const ofAccount = { socialAccountId };
const ofConversation = { conversationId };

export const examples: ExamplesOf<typeof endpoints> = {
  translationLines: {
    answer: [{ id: 'ai', engines: [{ id: 'libretranslate', name: 'LibreTranslate', resting: false }] }],
  },
  getWorkspaceTranslation: { answer },
  putWorkspaceTranslation: { body, answer },
  getSocialAccountTranslation: { params: ofAccount, answer },
  putSocialAccountTranslation: { params: ofAccount, body, answer },
  getConversationTranslation: { params: ofConversation, answer },
  putConversationTranslation: { params: ofConversation, body, answer },
};
