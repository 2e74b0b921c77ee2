import { PaperClipOutlined } from '@ant-design/icons';
import { acceptedTypes } from '@parley/api-client';
import { Button, Tooltip } from 'antd';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';

/** Opens the picker of files. A platform that takes none says so. */
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
          // The same file may be chosen again.
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
