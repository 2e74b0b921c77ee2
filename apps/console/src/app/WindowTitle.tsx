import { useTranslation } from 'react-i18next';
import { useWindowTitle } from '../lib/brand.ts';

// i18n-keys: page.*

/** Sets the title of the browser window and tab; `title` is an i18n key. */
export function WindowTitle({ title }: { title: string }): null {
  const { t } = useTranslation();
  useWindowTitle(t(title));
  return null;
}
