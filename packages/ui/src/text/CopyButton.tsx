import { CheckOutlined, CopyOutlined } from '@ant-design/icons';
import { Button, type ButtonProps } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useToasts } from '../theme/ToastProvider.tsx';
import { copyText } from './copy-text.ts';

type Properties = {
  text: string;
  /** The control's name, e.g. "Copy password". */
  label: string;
  /** Shows the label beside the icon. */
  labelled?: boolean;
} & Pick<ButtonProps, 'size' | 'type'>;

/** Copies a text to the clipboard and shows whether that succeeded. */
export function CopyButton({ text, label, labelled = false, size = 'small', type = 'text' }: Properties) {
  const { t } = useTranslation('ui');
  const toasts = useToasts();
  const [copied, setCopied] = useState(false);

  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);

  const copy = async () => {
    const done = await copyText(text);
    setCopied(done);
    if (done) void toasts.success(t('copy.done'));
    else void toasts.error(t('copy.failed'));
  };

  return (
    <Button
      type={type}
      size={size}
      aria-label={label}
      title={label}
      icon={copied ? <CheckOutlined /> : <CopyOutlined />}
      onClick={() => void copy()}
    >
      {labelled ? label : null}
    </Button>
  );
}
