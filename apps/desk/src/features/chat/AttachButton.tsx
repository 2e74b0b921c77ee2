import { PaperClipOutlined } from '@ant-design/icons';
import { acceptedTypes } from '@parley/api-client';
import { Button, Tooltip } from 'antd';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';

/** Opens the file picker; disabled, with the reason, where the platform takes no files. */
export function AttachButton({
  disabled,
  onFiles,
}: {
  disabled: boolean;
  onFiles: (files: readonly File[]) => void;
}) {
  const { t } = useTranslation();
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        accept={acceptedTypes('message')}
        data-testid="attach"
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          // Allows the same file to be chosen again.
          target.value = '';
        }}
      />
      <Tooltip title={t(disabled ? 'uploads.unsupported' : 'uploads.attachHint')}>
        <Button
          disabled={disabled}
          icon={<PaperClipOutlined aria-hidden />}
          aria-label={t('uploads.attach')}
          onClick={() => picker.current?.click()}
        />
      </Tooltip>
    </>
  );
}
