/** The owner's translation settings: for the workspace, a social account or a conversation. */
import { z } from 'zod';
import { conversationParams } from '../conversations/shapes.ts';
import { effectiveTranslationSettings, translationSettings } from '../conversations/translation-settings.ts';
import { endpoint } from '../endpoint.ts';
import { id } from '../values.ts';

/** The level that provides a value: the most specific one that sets it, else the built-in defaults. */
const settingsOrigin = z.enum(['social-account', 'sub-account', 'workspace', 'default']);

const levelSettings = z.object({
  /** The settings of this level; null: none. */
  own: translationSettings.nullable(),
  effective: effectiveTranslationSettings,
  /** The effective value of each field that this level doesn't set, and the level that provides it. */
  inherited: effectiveTranslationSettings,
  inheritedFrom: z.object({
    translationMode: settingsOrigin,
    receiveTranslationEnable: settingsOrigin,
    receiveSourceLanguage: settingsOrigin,
    receiveTargetLanguage: settingsOrigin,
    sendTranslationEnable: settingsOrigin,
    sendTargetLanguage: settingsOrigin,
  }),
});
export type LevelSettings = z.output<typeof levelSettings>;
export type SettingsOrigins = LevelSettings['inheritedFrom'];

/** Null removes the level's settings, so that it inherits. */
const ownBody = z.strictObject({ own: translationSettings.nullable() });
const accountParams = z.strictObject({ socialAccountId: id });

export const getWorkspaceTranslation = endpoint({
  method: 'GET',
  path: '/api/user/translationSettings',
  audience: ['console'],
  summary: 'The workspace’s translation settings, which apply unless a more specific level overrides them.',
  answer: levelSettings,
});

export const putWorkspaceTranslation = endpoint({
  method: 'PUT',
  path: '/api/user/translationSettings',
  audience: ['console'],
  summary: 'Sets the workspace’s translation settings; null restores the defaults.',
  audit: 'translation-settings.changed',
  body: ownBody,
  answer: levelSettings,
  errors: ['translation.line-unknown'],
});

export const getSocialAccountTranslation = endpoint({
  method: 'GET',
  path: '/api/user/socialAccount/:socialAccountId/translationSettings',
  audience: ['console'],
  summary: 'A social account’s translation settings, and those that it inherits.',
  params: accountParams,
  answer: levelSettings,
  errors: ['resource.not-found'],
});

export const putSocialAccountTranslation = endpoint({
  method: 'PUT',
  path: '/api/user/socialAccount/:socialAccountId/translationSettings',
  audience: ['console'],
  summary: 'Sets a social account’s translation settings; null restores the inherited ones.',
  params: accountParams,
  audit: 'translation-settings.changed',
  body: ownBody,
  answer: levelSettings,
  errors: ['resource.not-found', 'translation.line-unknown'],
});

export const getConversationTranslation = endpoint({
  method: 'GET',
  path: '/api/user/chatHistory/:conversationId/translationSettings',
  audience: ['console'],
  summary: 'A conversation’s translation settings, and those that it inherits.',
  params: conversationParams,
  answer: levelSettings,
  errors: ['conversation.not-found'],
});

export const putConversationTranslation = endpoint({
  method: 'PUT',
  path: '/api/user/chatHistory/:conversationId/translationSettings',
  audience: ['console'],
  summary:
    'Sets a conversation’s translation settings for its next messages; null restores the inherited ones.',
  params: conversationParams,
  audit: 'translation-settings.changed',
  body: ownBody,
  answer: levelSettings,
  errors: ['conversation.not-found', 'translation.line-unknown'],
});
