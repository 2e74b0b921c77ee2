import { Button } from 'antd';
import { useTranslation } from 'react-i18next';

/**
 * Shown beside a retry of failed code loading: a new release may have replaced the code, and some browsers remember
 * until a reload that a script could not be fetched (https://github.com/whatwg/html/issues/6768).
 */
export function ReloadButton() {
  const { t } = useTranslation('ui');
  return <Button onClick={() => window.location.reload()}>{t('action.reload')}</Button>;
}
