import { ForeignText } from '@parley/ui';
import { Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import { useStore } from '../../lib/use-store.ts';
import { useChat } from './ChatServices.tsx';

/** The texts to change in a draft that the owner's rules have refused; those that stand in its translation are named as well. */
export function SensitiveNotice({ conversationId, text }: { conversationId: string; text: string }) {
  const { t } = useTranslation();
  const { sensitive } = useChat();
  const found = useStore(sensitive.of(conversationId));
  if (found.length === 0 || text.trim() === '') return null;
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
