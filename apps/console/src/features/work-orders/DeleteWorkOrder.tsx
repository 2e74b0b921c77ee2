import { deleteWorkOrder, deletionMessageLimit, type WorkOrder } from '@parley/contract/work-orders';
import { ErrorPanel, ForeignText, useErrorToast, useFormats, useToasts } from '@parley/ui';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Alert, Form, Input, Modal, Skeleton } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRefreshAfterDeletion } from '../../entities/social-accounts/use-refresh-after-deletion.ts';
import { useClient } from '../../lib/session-context.tsx';
import { deletionOf } from './queries.ts';

type Properties = { order: WorkOrder; onClose: () => void };

function useDeletion(order: WorkOrder, name: string, onClose: () => void) {
  const { t } = useTranslation();
  const client = useClient();
  const refresh = useRefreshAfterDeletion();
  const toasts = useToasts();
  const showError = useErrorToast();
  return useMutation({
    mutationFn: () => client.call(deleteWorkOrder, { body: { workOrderId: order.id, name } }),
    onSuccess: () => {
      toasts.success(t('workOrders.deleted'));
      onClose();
    },
    onError: showError,
    onSettled: refresh,
  });
}

/**
 * Lists what is deleted with a work order, and deletes it after its name was typed as confirmation. Mount it again for
 * each.
 */
export function DeleteWorkOrder({ order, onClose }: Properties) {
  const { t } = useTranslation();
  const client = useClient();
  const formId = useId();
  const [typed, setTyped] = useState('');
  const contents = useQuery(deletionOf(client, order.id));
  const isMeant = contents.data !== undefined && typed.trim() === contents.data.name;
  const deletion = useDeletion(order, typed.trim(), onClose);
  return (
    <Modal
      open
      title={t('workOrders.deleteTitle')}
      okText={t('workOrders.delete')}
      okButtonProps={{ danger: true, htmlType: 'submit', form: formId, disabled: !isMeant }}
      cancelText={t('workOrders.cancel')}
      confirmLoading={deletion.isPending}
      onCancel={onClose}
    >
      <Alert type="warning" showIcon title={t('workOrders.deleteForGood')} />
      {contents.data !== undefined ? <Losses {...contents.data} /> : null}
      {contents.data === undefined && contents.error === null ? (
        <Skeleton active title={false} paragraph={{ rows: 4 }} />
      ) : null}
      {contents.error ? (
        <ErrorPanel problem={contents.error} onRetry={() => void contents.refetch()} />
      ) : null}
      <Form id={formId} layout="vertical" onFinish={() => isMeant && deletion.mutate()}>
        <Form.Item
          label={
            <span>
              {t('workOrders.typeName')} <ForeignText>{order.name}</ForeignText>
            </span>
          }
          htmlFor={`${formId}-typed`}
        >
          <Input
            autoFocus
            id={`${formId}-typed`}
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}

type LossesProperties = {
  socialAccounts: number;
  fans: number;
  conversations: number;
  messages: number;
  closedDays: number;
  shares: number;
};

function Losses({ socialAccounts, fans, conversations, messages, closedDays, shares }: LossesProperties) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const counted = messages >= deletionMessageLimit ? `${number(deletionMessageLimit)}+` : number(messages);
  return (
    <>
      <p>{t('workOrders.deleteLists')}</p>
      <ul className="order-losses">
        <li>{t('workOrders.losesAccounts', { count: socialAccounts, number: number(socialAccounts) })}</li>
        <li>{t('workOrders.losesFans', { count: fans, number: number(fans) })}</li>
        <li>{t('workOrders.losesConversations', { count: conversations, number: number(conversations) })}</li>
        <li>{t('workOrders.losesMessages', { count: messages, number: counted })}</li>
        <li>{t('workOrders.losesDays', { count: closedDays, number: number(closedDays) })}</li>
        <li>{t('workOrders.losesShares', { count: shares, number: number(shares) })}</li>
      </ul>
    </>
  );
}
