import { useTranslation } from 'react-i18next';
import { useWindowTitle } from '../lib/brand.ts';

// i18n-keys: page.*

/** Names the browser's window and tab; `title` is a key. */
export function WindowTitle({ title }: { title: string }): null {
  const { t } = useTranslation();
  useWindowTitle(t(title));
  return null;
}
