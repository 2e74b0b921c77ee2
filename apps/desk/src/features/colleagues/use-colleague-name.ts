import type { Colleague } from '@parley/chat-core';
import { printableLine } from '@parley/ui';
import { useTranslation } from 'react-i18next';

/** Returns what a colleague is called: by the name that they gave, if any. */
export function useColleagueName(): (colleague: Pick<Colleague, 'name'>) => string {
  const { t } = useTranslation();
  return ({ name }) => (name === null ? t('colleagues.someone') : printableLine(name, 30));
}
