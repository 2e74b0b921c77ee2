// i18n-keys: sensitiveWords.kind.*
import './sensitive-words.css';
import type { SensitiveFind } from '@parley/contract/sensitive-words';
import { ForeignText } from '@parley/ui';
import { Tag } from 'antd';
import { useTranslation } from 'react-i18next';

/** The matched texts, each with its kind where it isn't a word. */
export function Finds({ finds }: { finds: readonly SensitiveFind[] }) {
  const { t } = useTranslation();
  return (
    <span className="sensitive-finds">
      {finds.map(({ kind, text }) => (
        <Tag key={`${kind} ${text}`} title={t(`sensitiveWords.kind.${kind}`)}>
          <ForeignText>{text}</ForeignText>
        </Tag>
      ))}
    </span>
  );
}
