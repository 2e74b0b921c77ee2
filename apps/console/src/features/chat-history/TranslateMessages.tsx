import { TranslationOutlined } from '@ant-design/icons';
import { type Message, quoteUntranslatedMessages, translateMessages } from '@parley/contract/conversations';
import { ErrorPanel, useFormats, useToasts } from '@parley/ui';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Button, Modal, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { queryKeys } from '../../lib/query-keys.ts';
import { useClient } from '../../lib/session-context.tsx';

type Range = { conversationId: string; fromSeq: number; toSeq: number };

/** Returns whether a customer wrote the message and it has no translation yet. */
const isUntranslated = ({ direction, kind, erased, translationState }: Message) =>
  direction === 'in' && kind === 'text' && !erased && ['none', 'failed'].includes(translationState);

type Properties = { conversationId: string; rows: readonly Message[] };

/** Offers to translate the shown messages without a translation; nothing when all have one. */
export function TranslateMessages({ conversationId, rows }: Properties) {
  const { t } = useTranslation();
  const [range, setRange] = useState<Range | null>(null);
  const untranslated = rows.filter(isUntranslated);
  const [first] = untranslated;
  const last = untranslated.at(-1);
  return (
    <>
      {first === undefined || last === undefined ? null : (
        <div className="reading-offer">
          <span className="quiet">{t('chatHistory.untranslated', { count: untranslated.length })}</span>
          <Button
            size="small"
            icon={<TranslationOutlined />}
            onClick={() => setRange({ conversationId, fromSeq: first.seq, toSeq: last.seq })}
          >
            {t('chatHistory.translate')}
          </Button>
        </div>
      )}
      {range === null ? null : <ConfirmTranslation range={range} onClose={() => setRange(null)} />}
    </>
  );
}

/** Shows how many messages would be translated and for how many characters, and asks for confirmation. */
function ConfirmTranslation({ range, onClose }: { range: Range; onClose: () => void }) {
  const { t } = useTranslation();
  const client = useClient();
  const toasts = useToasts();
  const { number } = useFormats();
  const { conversationId, ...stretch } = range;
  const params = { conversationId };
  const quote = useQuery({
    queryKey: [...queryKeys.chatHistory, 'quote', range],
    queryFn: ({ signal }) => client.call(quoteUntranslatedMessages, { params, query: stretch }, { signal }),
    gcTime: 0,
  });
  const translation = useMutation({
    mutationFn: () => client.call(translateMessages, { params, body: stretch }),
    onSuccess: ({ messages }) => {
      void toasts.success(t('chatHistory.translating', { count: messages }));
      onClose();
    },
  });
  const { messages = 0, characters = 0 } = quote.data ?? {};
  return (
    <Modal
      open
      title={t('chatHistory.translateTitle')}
      okText={t('chatHistory.translate')}
      okButtonProps={{ disabled: messages === 0 }}
      cancelText={t('chatHistory.cancel')}
      confirmLoading={translation.isPending}
      onOk={() => translation.mutate()}
      onCancel={onClose}
    >
      {quote.isPending ? <Skeleton active title={false} paragraph={{ rows: 2 }} /> : null}
      {quote.error ? <ErrorPanel problem={quote.error} onRetry={() => void quote.refetch()} /> : null}
      {quote.data === undefined ? null : (
        <>
          <p>
            {messages === 0
              ? t('chatHistory.nothingToTranslate')
              : t('chatHistory.translationCost', {
                  count: messages,
                  messages: number(messages),
                  characters: number(characters),
                })}
          </p>
          <p className="quiet">{t('chatHistory.translationHint')}</p>
        </>
      )}
      {translation.error ? <ErrorPanel problem={translation.error} /> : null}
    </Modal>
  );
}
