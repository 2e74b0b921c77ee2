import './hand-overs.css';
import type { Conversation } from '@parley/contract/conversations';
import { type HandOverReceiver, handOverNoteLength } from '@parley/contract/hand-overs';
import { ErrorPanel, printableLine, useConversationTitle } from '@parley/ui';
import { useQuery } from '@tanstack/react-query';
import { Badge, Form, Input, Modal, type RefSelectProps, Select, Spin } from 'antd';
import { type Ref, useDeferredValue, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDesk } from '../../lib/desk-context.tsx';
import { useConnected } from '../../lib/use-connected.ts';
import { useRestoredFocus } from '../../lib/use-restored-focus.ts';
import { receiversQuery } from './hand-over-queries.ts';
import type { HandOverRequest, HandOvers } from './use-hand-over.tsx';

type Properties = { conversation: Conversation; give: HandOvers['give']; onClose: () => void };

/** Asks who receives a conversation, and for a note to them. */
export function HandOverDialog({ conversation, give, onClose }: Properties) {
  const { t } = useTranslation();
  const titleOf = useConversationTitle();
  const connected = useConnected();
  useRestoredFocus();
  const [to, setTo] = useState<HandOverRequest['to']>(null);
  const [note, setNote] = useState('');
  const [saving, setSaving] = useState(false);
  const noteId = useId();
  const field = useRef<RefSelectProps>(null);
  const send = async () => {
    if (to === null || saving) return;
    setSaving(true);
    const done = await give(conversation, { to, note: note.trim() });
    setSaving(false);
    if (done) onClose();
  };
  return (
    <Modal
      open
      title={t('handOver.title', { name: printableLine(titleOf(conversation), 60) })}
      okText={t('handOver.send')}
      okButtonProps={{ disabled: to === null || !connected, loading: saving }}
      onOk={() => void send()}
      onCancel={onClose}
      mask={{ closable: note.trim() === '' }}
      afterOpenChange={(open) => {
        if (open) field.current?.focus();
      }}
    >
      <p className="desk-hand-over-hint">{t(connected ? 'handOver.hint' : 'handOver.offline')}</p>
      <Form layout="vertical">
        <ReceiverField ref={field} conversationId={conversation.id} value={to} onChange={setTo} />
        <Form.Item label={t('handOver.note')} htmlFor={noteId} className="desk-hand-over-note-field">
          <Input.TextArea
            id={noteId}
            value={note}
            autoSize={{ minRows: 3, maxRows: 8 }}
            count={{
              max: handOverNoteLength,
              show: true,
              exceedFormatter: (text, { max }) => [...text].slice(0, max).join(''),
              strategy: (text) => [...text].length,
            }}
            placeholder={t('handOver.notePlaceholder')}
            onChange={(event) => setNote(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send();
            }}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}

type ReceiverProperties = {
  ref: Ref<RefSelectProps>;
  conversationId: string;
  value: HandOverRequest['to'];
  onChange: (to: HandOverRequest['to']) => void;
};

/** Searches on the server, because a workspace may have thousands of sub-accounts. */
function ReceiverField({ ref, conversationId, value, onChange }: ReceiverProperties) {
  const { t } = useTranslation();
  const { client } = useDesk();
  const id = useId();
  const [typed, setTyped] = useState('');
  const search = useDeferredValue(typed.trim());
  const { data, isPending, isFetching, isPlaceholderData, error, refetch } = useQuery(
    receiversQuery(client, conversationId, search),
  );
  const isStale = isPlaceholderData || search !== typed.trim();
  if (error !== null && data === undefined)
    return <ErrorPanel problem={error} onRetry={() => void refetch()} />;
  // Enter chooses the first one: until the server has answered, only loaded names that match the typed text are offered.
  const list = (data?.list ?? []).filter((one) => !isStale || isNamed(one, typed));
  const nothing =
    isPending || isFetching || isStale ? (
      <Spin size="small" />
    ) : (
      t(search === '' ? 'handOver.noOne' : 'handOver.noMatch')
    );
  return (
    <Form.Item label={t('handOver.to')} htmlFor={id} extra={data?.more ? t('handOver.more') : undefined}>
      <Select
        ref={ref}
        id={id}
        showSearch={{ filterOption: false, onSearch: setTyped }}
        placeholder={t('handOver.choose')}
        loading={isFetching}
        value={value?.id}
        notFoundContent={nothing}
        options={list.map((receiver) => ({
          value: receiver.id,
          label: <ReceiverName receiver={receiver} />,
        }))}
        onChange={(chosen) => {
          const receiver = list.find((one) => one.id === chosen);
          onChange(receiver ? { id: receiver.id, name: receiver.name } : null);
        }}
      />
    </Form.Item>
  );
}

function isNamed({ name, accountName }: HandOverReceiver, typed: string): boolean {
  return `${name} ${accountName}`.toLowerCase().includes(typed.trim().toLowerCase());
}

function ReceiverName({ receiver: { name, accountName, online } }: { receiver: HandOverReceiver }) {
  const { t } = useTranslation();
  return (
    <span className="desk-receiver">
      <Badge status={online ? 'success' : 'default'} />
      <bdi className="desk-cut">{printableLine(name, 50)}</bdi>
      <small>
        {name === accountName ? '' : `${accountName} · `}
        {t(online ? 'handOver.online' : 'handOver.away')}
      </small>
    </span>
  );
}
