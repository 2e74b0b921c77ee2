import { ForeignText } from '@parley/ui';
import { Tag } from 'antd';
import { useTranslation } from 'react-i18next';

/** Lists the texts to change in a message that the owner's rules refused, or in its translation. */
export function SensitiveNotice({ found }: { found: readonly string[] | null }) {
  const { t } = useTranslation();
  if (found === null || found.length === 0) return null;
  return (
    <div className="desk-sensitive" role="alert">
      <span>{t('composer.sensitive')}</span>
      {found.map((one) => (
        <Tag key={one} color="error">
          <ForeignText>{one}</ForeignText>
        </Tag>
      ))}
    </div>
  );
}
