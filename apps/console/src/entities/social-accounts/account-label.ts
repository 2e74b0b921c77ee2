import { platforms } from '@parley/contract/catalogues';
import type { SocialAccount } from '@parley/contract/channels';
import { interfaceLanguageOf } from '@parley/ui';
import { useTranslation } from 'react-i18next';

/** Returns a function that labels a social account with its name and platform, as names may be equal. */
export function useAccountLabel(): (account: Pick<SocialAccount, 'name' | 'platform'>) => string {
  const { i18n } = useTranslation();
  const language = interfaceLanguageOf(i18n.language);
  return ({ name, platform }) => `${name} (${platforms[platform].names[language]})`;
}
