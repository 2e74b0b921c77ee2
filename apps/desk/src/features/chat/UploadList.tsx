// i18n-keys: uploads.problem.*
import './upload-list.css';
import { CloseOutlined } from '@ant-design/icons';
import { ApiError } from '@parley/api-client';
import { printableLine, sizeLimit, useFormats } from '@parley/ui';
import { Button, Progress } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Upload } from './uploads.ts';

type Properties = {
  uploads: readonly Upload[];
  onRetry: (key: string) => void;
  onRemove: (key: string) => void;
};

/** The files that go with the next text. */
export function UploadList({ uploads, onRetry, onRemove }: Properties) {
  const { t } = useTranslation();
  if (uploads.length === 0) return null;
  return (
    <ul className="desk-uploads" aria-label={t('uploads.label')}>
      {uploads.map((upload) => (
        <Row key={upload.key} upload={upload} onRetry={onRetry} onRemove={onRemove} />
      ))}
    </ul>
  );
}

function Row({ upload, onRetry, onRemove }: Omit<Properties, 'uploads'> & { upload: Upload }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const name = printableLine(upload.name, 60) || t('uploads.unnamed');
  const bad = upload.state === 'refused' || upload.state === 'failed';
  return (
    <li className="desk-upload" data-bad={bad}>
      <span className="desk-upload-name">
        <bdi>{name}</bdi> <small>{formats.bytes(upload.size)}</small>
      </span>
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

function Status({ upload }: { upload: Upload }) {
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
        <span role="alert">{t(`uploads.problem.${upload.problem}`, { maxMb: sizeLimit('message') })}</span>
      );
    case 'failed':
      return (
        <span role="alert">
          {upload.problem instanceof ApiError ? upload.problem.message : t('uploads.problem.failed')}
        </span>
      );
  }
}
