import type { SubAccount } from '@parley/contract/sub-accounts';
import { Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import { SelectedSubAccounts } from './SelectedSubAccounts.tsx';
import { useSetStatus } from './use-set-status.tsx';

type Properties = { rows: readonly SubAccount[]; onClose: () => void; onDone: () => void };

/** Asks for confirmation before desks are logged out and sessions end. */
export function DisableSubAccounts({ rows, onClose, onDone }: Properties) {
  const { t } = useTranslation();
  const { setStatus, pending } = useSetStatus();
  const disable = async () => {
    if (!(await setStatus({ rows, status: 'disabled' }))) return;
    onClose();
    onDone();
  };
  return (
    <Modal
      open
      title={t('subAccounts.disableTitle', { count: rows.length })}
      okText={t('subAccounts.disable')}
      okButtonProps={{ danger: true }}
      confirmLoading={pending}
      onOk={() => void disable()}
      onCancel={onClose}
    >
      <SelectedSubAccounts rows={rows} />
      <p>{t('subAccounts.disableHint')}</p>
    </Modal>
  );
}
