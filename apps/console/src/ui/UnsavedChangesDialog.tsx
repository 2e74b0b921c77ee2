import { Modal } from 'antd';
import { useTranslation } from 'react-i18next';

type Properties = { onLeave: () => void; onStay: () => void };

/** The question before unsaved input is lost. */
export function UnsavedChangesDialog({ onLeave, onStay }: Properties) {
  const { t } = useTranslation();
  return (
    <Modal
      open
      title={t('unsaved.title')}
      okText={t('unsaved.leave')}
      okButtonProps={{ danger: true }}
      cancelText={t('unsaved.stay')}
      onOk={onLeave}
      onCancel={onStay}
    >
      {t('unsaved.hint')}
    </Modal>
  );
}
