import { z } from 'zod';
import { languageTag, sourceLanguage } from '../catalogues/languages.ts';
import { endpoint } from '../endpoint.ts';
import { conversationParams } from './shapes.ts';

/** The spec's translation settings; each level holds only what is set there. Null: inherited. */
export const translationSettings = z.strictObject({
  /** The translation line. */
  translationMode: z.string().min(1).max(50).nullable(),
  receiveTranslationEnable: z.boolean().nullable(),
  receiveSourceLanguage: sourceLanguage.nullable(),
  /** The agent's language. */
  receiveTargetLanguage: languageTag.nullable(),
  sendTranslationEnable: z.boolean().nullable(),
  /** The customer's language; `auto` follows what the customer writes. */
  sendTargetLanguage: sourceLanguage.nullable(),
});
export type TranslationSettings = z.output<typeof translationSettings>;

/** The settings of a level at which nothing was ever set. */
export const inheritedSettings: TranslationSettings = {
  translationMode: null,
  receiveTranslationEnable: null,
  receiveSourceLanguage: null,
  receiveTargetLanguage: null,
  sendTranslationEnable: null,
  sendTargetLanguage: null,
};

/** The settings with every value resolved. */
export const effectiveTranslationSettings = z.object({
  translationMode: z.string(),
  receiveTranslationEnable: z.boolean(),
  receiveSourceLanguage: z.string(),
  receiveTargetLanguage: z.string(),
  sendTranslationEnable: z.boolean(),
  sendTargetLanguage: z.string(),
});
export type EffectiveTranslationSettings = z.output<typeof effectiveTranslationSettings>;

const conversationSettings = z.object({
  own: translationSettings.nullable(),
  effective: effectiveTranslationSettings,
  customerLanguage: z.string().nullable(),
  customerLanguagePinned: z.boolean(),
});

export const getConversationSettings = endpoint({
  method: 'GET',
  path: '/api/desk/conversations/:conversationId/translationSettings',
  audience: ['desk'],
  summary: 'The conversation’s own translation settings, and the effective ones with all levels resolved.',
  params: conversationParams,
  answer: conversationSettings,
  errors: ['conversation.not-found'],
});

export const putConversationSettings = endpoint({
  method: 'PUT',
  path: '/api/desk/conversations/:conversationId/translationSettings',
  audience: ['desk'],
  summary:
    'Sets the conversation’s own settings (null restores the inherited ones), and pins or unpins the customer’s language.',
  params: conversationParams,
  body: z.strictObject({
    own: translationSettings.nullable(),
    /** A tag pins the language; null lets Parley detect it. */
    pinnedLanguage: languageTag.nullable(),
  }),
  answer: conversationSettings,
  errors: ['conversation.not-found', 'translation.line-unknown'],
  audit: 'translation-settings.changed',
});

export const getDeskSettings = endpoint({
  method: 'GET',
  path: '/api/desk/translationSettings',
  audience: ['desk'],
  summary:
    'This sub-account’s own translation settings, and the effective ones for conversations without their own.',
  answer: z.object({ own: translationSettings.nullable(), effective: effectiveTranslationSettings }),
});

export const putDeskSettings = endpoint({
  method: 'PUT',
  path: '/api/desk/translationSettings',
  audience: ['desk'],
  summary: 'Sets this sub-account’s own translation settings; null restores the workspace’s.',
  body: z.strictObject({ own: translationSettings.nullable() }),
  answer: z.object({ own: translationSettings.nullable(), effective: effectiveTranslationSettings }),
  errors: ['translation.line-unknown'],
  audit: 'translation-settings.changed',
});
