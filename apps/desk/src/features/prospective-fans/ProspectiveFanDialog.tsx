// i18n-keys: prospectiveFan.dialog.*
import { type DeskProspectiveFan, prospectiveFanLimits } from '@parley/contract/prospective-fans';
import { printableLine, useConversationTitle } from '@parley/ui';
import { useQuery } from '@tanstack/react-query';
import { Form, Input, Modal, Select, Spin } from 'antd';
import { useDeferredValue, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDesk } from '../../lib/desk-context.tsx';
import { useConnected } from '../../lib/use-connected.ts';
import { useRestoredFocus } from '../../lib/use-restored-focus.ts';
import { nameOfEntry } from './ProspectiveFanItem.tsx';
import { conversationChoiceQuery } from './prospective-fan-queries.ts';
import type { ProspectiveFanActs } from './use-prospective-fan-acts.tsx';

type Properties = {
  entry: DeskProspectiveFan;
  act: 'done' | 'giveUp' | 'note';
  acts: ProspectiveFanActs;
  onClose: () => void;
};

/** Asks for the conversation of an entry that is done, for the reason for giving up, or for a note. */
export function ProspectiveFanDialog({ entry, act, acts, onClose }: Properties) {
  const { t } = useTranslation();
  const connected = useConnected();
  useRestoredFocus();
  const [conversationId, setConversationId] = useState(entry.conversation?.id ?? null);
  const [text, setText] = useState(act === 'note' ? entry.note : '');
  const [saving, setSaving] = useState(false);
  const isUnchanged = text === (act === 'note' ? entry.note : '');
  const save = async () => {
    if (saving || !connected) return;
    setSaving(true);
    const done =
      act === 'done'
        ? await acts.finish(entry, conversationId)
        : act === 'giveUp'
          ? await acts.giveUp(entry, text.trim())
          : await acts.note(entry, text.trim());
    setSaving(false);
    if (done) onClose();
  };
  return (
    <Modal
      open
      title={t(`prospectiveFan.dialog.${act}`, { name: nameOfEntry(entry) })}
      okText={t(`prospectiveFan.dialog.${act}Ok`)}
      cancelText={t('cancel')}
      okButtonProps={{ disabled: !connected, loading: saving }}
      onOk={() => void save()}
      onCancel={onClose}
      mask={{ closable: isUnchanged }}
    >
      <Form layout="vertical">
        {act === 'done' ? (
          <ConversationField value={conversationId} onChange={setConversationId} />
        ) : (
          <TextField act={act} value={text} onChange={setText} onSave={() => void save()} />
        )}
      </Form>
    </Modal>
  );
}

type TextProperties = {
  act: 'giveUp' | 'note';
  value: string;
  onChange: (text: string) => void;
  onSave: () => void;
};

function TextField({ act, value, onChange, onSave }: TextProperties) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <Form.Item
      label={t(`prospectiveFan.dialog.${act}Label`)}
      htmlFor={id}
      className="desk-prospective-fan-field"
    >
      <Input.TextArea
        id={id}
        autoFocus
        value={value}
        autoSize={{ minRows: 2, maxRows: 8 }}
        count={{
          max: act === 'note' ? prospectiveFanLimits.note : prospectiveFanLimits.reason,
          show: true,
          exceedFormatter: (text, { max }) => [...text].slice(0, max).join(''),
          strategy: (text) => [...text].length,
        }}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSave();
        }}
      />
    </Form.Item>
  );
}

/** Searches conversations on the server; choosing one is optional. */
function ConversationField({
  value,
  onChange,
}: {
  value: string | null;
  onChange: (id: string | null) => void;
}) {
  const { t } = useTranslation();
  const { client } = useDesk();
  const titleOf = useConversationTitle();
  const id = useId();
  const [typed, setTyped] = useState('');
  const { data, isFetching } = useQuery(conversationChoiceQuery(client, useDeferredValue(typed.trim())));
  return (
    <Form.Item
      label={t('prospectiveFan.dialog.conversation')}
      htmlFor={id}
      extra={t('prospectiveFan.dialog.conversationHint')}
    >
      <Select<string | null>
        id={id}
        autoFocus
        allowClear
        showSearch={{ filterOption: false, onSearch: setTyped }}
        placeholder={t('prospectiveFan.dialog.choose')}
        loading={isFetching}
        value={value}
        notFoundContent={isFetching ? <Spin size="small" /> : t('prospectiveFan.dialog.noConversation')}
        options={(data?.list ?? []).map((conversation) => ({
          value: conversation.id,
          label: <bdi>{printableLine(titleOf(conversation), 60)}</bdi>,
        }))}
        onChange={(chosen) => onChange(chosen ?? null)}
      />
    </Form.Item>
  );
}
