import { Modal } from 'antd';
import { useTranslation } from 'react-i18next';

type Properties = { onStay: () => void; onLogIn: () => void };

/** The log-in isn't valid here any more: what is on screen can still be read and copied before it is left. */
export function ReLoginDialog({ onStay, onLogIn }: Properties) {
  const { t } = useTranslation();
  return (
    <Modal
      open
      rootClassName="re-login"
      title={t('session.confirmLogout')}
      okText={t('session.logInAgain')}
      cancelText={t('session.stay')}
      onOk={onLogIn}
      onCancel={onStay}
      mask={{ closable: false }}
    >
      {t('session.refused')}
    </Modal>
  );
}
