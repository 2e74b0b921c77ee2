import type { SocialAccount } from '@parley/contract/channels';
import type { TFunction } from 'i18next';

/**
 * Returns the texts of the form for an account's credentials. An embedded website chat has no credentials of a
 * platform: its form contains the chat's settings.
 */
export function credentialTexts({ embed, pairs }: Pick<SocialAccount, 'embed' | 'pairs'>, t: TFunction) {
  return embed === null
    ? {
        title: t(pairs ? 'accountPairing.again' : 'socialAccounts.credentials'),
        hint: t('socialAccounts.credentialsHint'),
        ok: t('socialAccounts.connect'),
        saved: t('socialAccounts.credentialsSaved'),
      }
    : {
        title: t('socialAccounts.chatSettings'),
        hint: t('socialAccounts.chatSettingsHint'),
        ok: t('socialAccounts.chatSettingsSave'),
        saved: t('socialAccounts.chatSettingsSaved'),
      };
}
