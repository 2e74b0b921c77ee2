// i18n-keys: uploads.problem.*
import './upload-list.css';
import { CloseOutlined } from '@ant-design/icons';
import { ApiError, sizeLimit } from '@parley/api-client';
import { printableLine, useFormats } from '@parley/ui';
import { Button, Progress } from 'antd';
import { useTranslation } from 'react-i18next';
import type { WaitingUpload } from './uploads.ts';
import type { AttachedFiles } from './use-attached-files.ts';
import { RecordingPlayer } from './voice-messages/RecordingPlayer.tsx';

type RowProperties = {
  upload: WaitingUpload;
  onRetry: (key: string) => void;
  onRemove: (key: string) => void;
};

type ListProperties = {
  attached: AttachedFiles;
  /** Called when the focused button has been removed. */
  onRemoved: () => void;
};

/** The files that will be sent with the next text. */
export function UploadList({ attached: { files, retry, remove }, onRemoved }: ListProperties) {
  const { t } = useTranslation();
  if (files.length === 0) return null;
  return (
    <ul className="desk-uploads" aria-label={t('uploads.label')}>
      {files.map((upload) => (
        <Row
          key={upload.key}
          upload={upload}
          onRetry={retry}
          onRemove={(key) => {
            remove(key);
            onRemoved();
          }}
        />
      ))}
    </ul>
  );
}

function Row({ upload, onRetry, onRemove }: RowProperties) {
  const { t } = useTranslation();
  const formats = useFormats();
  const name = upload.recording ? t('voice.name') : printableLine(upload.name, 60) || t('uploads.unnamed');
  const bad = upload.state === 'refused' || upload.state === 'failed';
  return (
    <li className="desk-upload" data-bad={bad}>
      <span className="desk-upload-name">
        <bdi>{name}</bdi> <small>{formats.bytes(upload.size)}</small>
      </span>
      {upload.recording === undefined ? null : <RecordingPlayer recording={upload.recording} name={name} />}
      <Status upload={upload} />
      {upload.state === 'failed' ? (
        <Button size="small" type="link" onClick={() => onRetry(upload.key)}>
          {t('message.retry')}
        </Button>
      ) : null}
      <Button
        size="small"
        type="text"
        icon={<CloseOutlined />}
        aria-label={t('uploads.remove', { name })}
        onClick={() => onRemove(upload.key)}
      />
    </li>
  );
}

function Status({ upload }: { upload: WaitingUpload }) {
  const { t } = useTranslation();
  switch (upload.state) {
    case 'uploading':
      return (
        <Progress
          className="desk-upload-progress"
          size="small"
          percent={Math.round(upload.share * 100)}
          aria-label={t('uploads.progress')}
        />
      );
    case 'ready':
      return null;
    case 'refused':
      return (
        <span role="alert">
          {t(`uploads.problem.${upload.problem}`, { maxMb: sizeLimit('message', upload.contentType) })}
        </span>
      );
    case 'failed':
      return (
        <span role="alert">
          {upload.problem instanceof ApiError ? upload.problem.message : t('uploads.problem.failed')}
        </span>
      );
  }
}
