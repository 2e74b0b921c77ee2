import { Modal } from 'antd';
import { useTranslation } from 'react-i18next';

/** `reason`: the server's message. */
type Properties = { reason: string; onClose: () => void; onLogIn: () => void };

/**
 * Asks the user to log in again when the login is no longer valid, so that the visible page can be read and copied
 * first.
 */
export function ReLoginDialog({ reason, onClose, onLogIn }: Properties) {
  const { t } = useTranslation();
  return (
    <Modal
      open
      rootClassName="re-login"
      title={t('session.confirmLogout')}
      okText={t('session.logInAgain')}
      cancelText={t('session.stay')}
      onOk={onLogIn}
      onCancel={onClose}
      mask={{ closable: false }}
    >
      <p>{reason}</p>
      {t('session.refused')}
    </Modal>
  );
}
