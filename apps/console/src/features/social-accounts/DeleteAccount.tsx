import { deleteSocialAccount, type SocialAccount, socialAccountContents } from '@parley/contract/channels';
import { ErrorPanel, ForeignText, useErrorToast, useFormats, useToasts } from '@parley/ui';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Alert, Form, Input, Modal, Skeleton } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRefreshAfterDeletion } from '../../entities/social-accounts/use-refresh-after-deletion.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useClient } from '../../lib/session-context.tsx';

type Properties = { account: SocialAccount; onClose: () => void };

/** Deletes the account and refetches everything that showed data of it. */
function useDeletion({ account, onClose }: Properties) {
  const { t } = useTranslation();
  const client = useClient();
  const refresh = useRefreshAfterDeletion();
  const toasts = useToasts();
  const showError = useErrorToast();
  return useMutation({
    mutationFn: () => client.call(deleteSocialAccount, { body: { id: account.id } }),
    onSuccess: () => {
      toasts.success(t('socialAccounts.deleted'));
      onClose();
    },
    onError: showError,
    onSettled: refresh,
  });
}

/**
 * Deletes a social account after its name was typed as confirmation, and lists what is deleted with it. Mount it again
 * for each.
 */
export function DeleteAccount({ account, onClose }: Properties) {
  const { t } = useTranslation();
  const formId = useId();
  const [typed, setTyped] = useState('');
  const deletion = useDeletion({ account, onClose });
  const wrong = typed.trim() !== account.name;
  return (
    <Modal
      open
      title={t('socialAccounts.deleteTitle')}
      okText={t('socialAccounts.delete')}
      okButtonProps={{ danger: true, htmlType: 'submit', form: formId, disabled: wrong }}
      confirmLoading={deletion.isPending}
      onCancel={onClose}
    >
      <p>
        <ForeignText>{account.name}</ForeignText> · <ForeignText>{account.handle}</ForeignText>
      </p>
      <Alert
        type="warning"
        showIcon
        title={t('socialAccounts.deleteLoses')}
        description={<Contents id={account.id} />}
        style={{ marginBlockEnd: 12 }}
      />
      <Form
        id={formId}
        layout="vertical"
        onFinish={() => {
          if (!wrong) deletion.mutate();
        }}
      >
        <Form.Item label={t('socialAccounts.typeName', { name: account.name })} htmlFor={`${formId}-typed`}>
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

/** The number of records that are deleted with it. */
function Contents({ id }: { id: string }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const client = useClient();
  const contents = useQuery({
    queryKey: [...queryKeys.socialAccounts, 'contents', id],
    queryFn: ({ signal }) => client.call(socialAccountContents, { query: { id } }, { signal }),
  });
  if (contents.error) return <ErrorPanel problem={contents.error} onRetry={() => void contents.refetch()} />;
  if (contents.data === undefined) return <Skeleton active paragraph={{ rows: 2 }} title={false} />;
  const { conversations, fans, quarantined } = contents.data;
  return (
    <ul className="attention">
      <li>{t('socialAccounts.losesConversations', { number: number(conversations) })}</li>
      <li>{t('socialAccounts.losesFans', { number: number(fans) })}</li>
      {quarantined === 0 ? null : (
        <li>{t('socialAccounts.losesQuarantined', { number: number(quarantined) })}</li>
      )}
    </ul>
  );
}
