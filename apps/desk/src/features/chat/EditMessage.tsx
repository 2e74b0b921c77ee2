import { editMessage, type Message } from '@parley/contract/conversations';
import { codePoints, messageLimit } from '@parley/contract/values';
import { useErrorToast } from '@parley/ui';
import { useMutation } from '@tanstack/react-query';
import { Button, Input, Modal } from 'antd';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDesk } from '../../lib/desk-context.tsx';
import { useChat } from './ChatServices.tsx';

function useEdit(message: Message, text: string, onClose: () => void) {
  const { client } = useDesk();
  const { threads } = useChat();
  const toast = useErrorToast();
  return useMutation({
    mutationFn: (mode: 'translate' | 'original') =>
      client.call(editMessage, { params: { messageId: message.id }, body: { text: text.trim(), mode } }),
    onSuccess(changed) {
      threads.accept(changed);
      onClose();
    },
    onError: toast,
  });
}

/** Changes a sent text. Enter translates and changes, as in the composer; Ctrl or ⌘ with Enter changes to what is written. */
export function EditMessage({ message, onClose }: { message: Message; onClose: () => void }) {
  const { t } = useTranslation();
  const [text, setText] = useState(message.original);
  const save = useEdit(message, text, onClose);
  const over = codePoints(text) > messageLimit;
  const savable = text.trim() !== '' && !over && !save.isPending;
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (savable) save.mutate(event.ctrlKey || event.metaKey ? 'original' : 'translate');
  };
  return (
    <Modal
      open
      title={t('message.edit')}
      onCancel={onClose}
      footer={[
        <Button key="cancel" onClick={onClose}>
          {t('cancel')}
        </Button>,
        <Button
          key="original"
          disabled={!savable}
          title={t('composer.sendOriginalHint')}
          onClick={() => save.mutate('original')}
        >
          {t('message.saveOriginal')}
        </Button>,
        <Button
          key="save"
          type="primary"
          disabled={!savable}
          loading={save.isPending}
          onClick={() => save.mutate('translate')}
        >
          {t('message.saveTranslated')}
        </Button>,
      ]}
    >
      <p>{t('message.editHint')}</p>
      <Input.TextArea
        autoFocus
        dir="auto"
        aria-label={t('composer.label')}
        autoSize={{ minRows: 3, maxRows: 12 }}
        value={text}
        {...(over ? { status: 'error' as const } : {})}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={press}
      />
    </Modal>
  );
}
