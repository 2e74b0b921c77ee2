import { Modal } from 'antd';
import { useTranslation } from 'react-i18next';

/** `reason`: the server's sentence. */
type Properties = { reason: string; onClose: () => void; onLogIn: () => void };

/** The login isn't valid here any more: what is on screen can still be read and copied before it is left. */
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
