import { Modal } from 'antd';
import { useTranslation } from 'react-i18next';

type Properties = {
  onLeave: () => void;
  /** Called when the user stays. */
  onClose: () => void;
};

/** Asks for confirmation before unsaved input is lost. */
export function UnsavedChangesDialog({ onLeave, onClose }: Properties) {
  const { t } = useTranslation();
  return (
    <Modal
      open
      // Above the dialogs that it is about, whether or not it is rendered inside them, and below messages.
      zIndex={1900}
      title={t('unsaved.title')}
      okText={t('unsaved.leave')}
      okButtonProps={{ danger: true }}
      cancelText={t('unsaved.stay')}
      onOk={onLeave}
      onCancel={onClose}
    >
      {t('unsaved.hint')}
    </Modal>
  );
}
