import { type Message, takeBackMessage } from '@parley/contract/conversations';
import { MessageQuote, useErrorToast } from '@parley/ui';
import { useMutation } from '@tanstack/react-query';
import { Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import { useDesk } from '../../lib/desk-context.tsx';
import { useRestoredFocus } from '../../lib/use-restored-focus.ts';
import { useChat } from './ChatServices.tsx';

/** Asks for confirmation before a message is deleted at the customer's end. */
export function TakeBackMessage({ message, onClose }: { message: Message; onClose: () => void }) {
  const { t } = useTranslation();
  const { client } = useDesk();
  const { threads } = useChat();
  const toast = useErrorToast();
  useRestoredFocus();
  const remove = useMutation({
    mutationFn: () => client.call(takeBackMessage, { params: { messageId: message.id } }),
    onSuccess(changed) {
      threads.accept(changed);
      onClose();
    },
    onError: toast,
  });
  return (
    <Modal
      open
      title={t('message.takeBackSure')}
      okText={t('message.takeBack')}
      okButtonProps={{ danger: true }}
      cancelText={t('cancel')}
      confirmLoading={remove.isPending}
      onOk={() => remove.mutate()}
      onCancel={onClose}
    >
      <MessageQuote message={message} />
      <p>{t('message.takeBackHint')}</p>
    </Modal>
  );
}
