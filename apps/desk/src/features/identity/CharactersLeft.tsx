import { useFormats } from '@parley/ui';
import { Tag, Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import { lowCharacters, type Me } from './me-query.ts';

/** Shows the characters that the sub-account can still spend on translation. */
export function CharactersLeft({ me }: { me: Me }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const color = me.remaining <= 0 ? 'error' : me.remaining < lowCharacters ? 'warning' : 'default';
  return (
    <Tooltip title={t(me.unlimited ? 'characters.unlimitedHint' : 'characters.limitedHint')}>
      <Tag color={color} className="desk-characters" tabIndex={0}>
        <span className="desk-wide-only">{t('characters.left')} </span>
        <strong>{formats.number(Math.max(0, me.remaining))}</strong>
      </Tag>
    </Tooltip>
  );
}
