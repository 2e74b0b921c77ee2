import { Button } from 'antd';
import { useTranslation } from 'react-i18next';

/**
 * Stands beside a new attempt to fetch code: another release may have replaced it, and some browsers remember until a
 * reload that a script could not be fetched (https://github.com/whatwg/html/issues/6768).
 */
export function ReloadButton() {
  const { t } = useTranslation('ui');
  return <Button onClick={() => window.location.reload()}>{t('action.reload')}</Button>;
}
