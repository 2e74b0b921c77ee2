import type { SocialAccount } from '@parley/contract/channels';
import { ForeignText } from '@parley/ui';
import { Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import { SelectedRows } from '../../ui/SelectedRows.tsx';
import { useEnableAccounts } from './use-enable-accounts.ts';

type Properties = { rows: readonly SocialAccount[]; onClose: () => void; onDone: () => void };

/** Asks before several accounts are disconnected, and names them. */
export function DisableAccounts({ rows, onClose, onDone }: Properties) {
  const { t } = useTranslation();
  const { enable, isPending } = useEnableAccounts();
  const disable = async () => {
    if (!(await enable({ rows, enabled: false }))) return;
    onClose();
    onDone();
  };
  return (
    <Modal
      open
      title={t('socialAccounts.disableManyTitle', { count: rows.length })}
      okText={t('socialAccounts.disable')}
      okButtonProps={{ danger: true }}
      confirmLoading={isPending}
      onOk={() => void disable()}
      onCancel={onClose}
    >
      <SelectedRows rows={rows} nameOf={({ name }) => <ForeignText>{name}</ForeignText>} />
      <p>{t('socialAccounts.disableManyHint')}</p>
    </Modal>
  );
}
