import { badgedTitle } from '@parley/chat-core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { brandName } from '../../ui/brand-name.ts';
import { markIcon } from './favicon.ts';

const loadIcon = async (address: string) => (await fetch(address)).text();

/** Shows the number of unread conversations in the browser's tab: a number in the title, a dot on the icon. */
export function useUnreadBadge(unread: number): void {
  const { t } = useTranslation();
  const title = t('pageTitle', { brand: brandName });
  useEffect(() => {
    document.title = badgedTitle(title, unread);
    return () => {
      document.title = title;
    };
  }, [unread, title]);
  const marked = unread > 0;
  useEffect(() => (marked ? markIcon(document, loadIcon) : undefined), [marked]);
}
