import { useFormats } from '@parley/ui';
import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { lowCharacters, type Me } from '../../features/identity/me-query.ts';

/** Warns above the composer when translation is about to stop or has stopped. */
export function CharactersNotice({ me }: { me: Me }) {
  const { t } = useTranslation();
  const formats = useFormats();
  if (me.remaining >= lowCharacters) return null;
  return me.remaining <= 0 ? (
    <Alert banner type="error" showIcon title={t('characters.none')} />
  ) : (
    <Alert
      banner
      type="warning"
      showIcon
      title={t('characters.low', { shown: formats.number(me.remaining) })}
    />
  );
}
