import type { SocialAccount } from '@parley/contract/channels';
import { CopyButton, ForeignText } from '@parley/ui';
import { Button, Input, Modal } from 'antd';
import { useTranslation } from 'react-i18next';

type Properties = {
  account: Pick<SocialAccount, 'name'> | undefined;
  /** Null: nothing is shown. */
  text: string | null;
  title: string;
  hint: string;
  /** Labels of the text and of the button that copies it. */
  label: string;
  copyLabel: string;
  onClose: () => void;
};

/** Shows a text of a social account that the owner copies elsewhere. */
export function TextToCopy({ account, text, title, hint, label, copyLabel, onClose }: Properties) {
  const { t } = useTranslation();
  return (
    <Modal
      open={text !== null}
      title={title}
      onCancel={onClose}
      destroyOnHidden
      footer={[
        <CopyButton key="copy" size="middle" type="primary" text={text ?? ''} label={copyLabel} labelled />,
        <Button key="close" onClick={onClose}>
          {t('action.done')}
        </Button>,
      ]}
    >
      <p>
        <ForeignText>{account?.name ?? ''}</ForeignText>
      </p>
      <p>{hint}</p>
      <Input.TextArea readOnly autoSize className="code" aria-label={label} value={text ?? ''} />
    </Modal>
  );
}
