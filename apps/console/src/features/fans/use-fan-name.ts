import { fanName, type NamedFan, shownAccount } from '@parley/contract/fans';
import { interfaceLanguageOf } from '@parley/ui';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

/** Returns a function that names a fan as listed. */
export function useFanName(): (fan: NamedFan) => string {
  const language = interfaceLanguageOf(useTranslation().i18n.language);
  return useCallback((fan) => fanName(fan, language), [language]);
}

/** Returns the account on the platform; empty where the platform's ids mean nothing to people. */
export function accountName(fan: NamedFan): string {
  return fan.handle === '' ? shownAccount(fan) : `@${fan.handle}`;
}
