import type { Colleague } from '@parley/chat-core';
import { printableLine } from '@parley/ui';
import { useTranslation } from 'react-i18next';

/** Returns a function for a colleague's display name: the name that they gave, or a generic one. */
export function useColleagueName(): (colleague: Pick<Colleague, 'name'>) => string {
  const { t } = useTranslation();
  return ({ name }) => (name === null ? t('colleagues.someone') : printableLine(name, 30));
}
