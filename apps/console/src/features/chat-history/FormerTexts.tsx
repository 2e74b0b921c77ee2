import { chatHistoryVersions, type Message } from '@parley/contract/conversations';
import { ChatText, ErrorPanel, Moment, useFormats } from '@parley/ui';
import { useQuery } from '@tanstack/react-query';
import { Button, Popover, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../lib/session-context.tsx';
import { messagesKey } from './keys.ts';

type Named = Pick<Message, 'conversationId' | 'id' | 'changedSeq'>;

/** The mark of an edited message, which opens its earlier texts. */
export function FormerTexts({ message }: { message: Named }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <Popover
      trigger="click"
      open={open}
      onOpenChange={setOpen}
      title={t('chatHistory.formerTexts')}
      content={<Versions message={message} />}
      destroyOnHidden
    >
      <Button type="link" size="small" className="reading-edited" aria-expanded={open}>
        {t('ui:chat.edited')}
      </Button>
    </Popover>
  );
}

function Versions({ message: { conversationId, id: messageId, changedSeq } }: { message: Named }) {
  const { t } = useTranslation();
  const client = useClient();
  const formats = useFormats();
  const query = useQuery({
    queryKey: [...messagesKey(conversationId), 'versions', messageId, changedSeq],
    queryFn: ({ signal }) =>
      client.call(chatHistoryVersions, { params: { conversationId, messageId } }, { signal }),
  });
  if (query.data === undefined) {
    if (query.isError) return <ErrorPanel problem={query.error} onRetry={() => void query.refetch()} />;
    return <Skeleton active title={false} paragraph={{ rows: 2, width: 240 }} />;
  }
  const { versions } = query.data;
  if (versions.length === 0) return <p className="quiet">{t('chatHistory.noFormerTexts')}</p>;
  return (
    <ol className="former-texts">
      {versions.map(({ original, translation, replacedAt }) => (
        <li key={replacedAt}>
          <small className="quiet">
            {t('chatHistory.until')} <Moment at={replacedAt}>{formats.exact(replacedAt)}</Moment>
          </small>
          <ChatText text={original} />
          {translation === null ? null : <ChatText text={translation} className="quiet" />}
        </li>
      ))}
    </ol>
  );
}
