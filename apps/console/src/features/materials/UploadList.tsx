import { CloseOutlined, ReloadOutlined } from '@ant-design/icons';
import { fileRules } from '@parley/contract/files';
import { mediaTypeOf } from '@parley/contract/materials';
import { describeError, ForeignText } from '@parley/ui';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { UploadProgress } from '../../ui/UploadProgress.tsx';
import type { QueuedUpload, UploadQueue } from './use-upload-queue.ts';

/** The files being uploaded, and those that failed. */
export function UploadList({ queue }: { queue: UploadQueue }) {
  const { t } = useTranslation();
  return (
    <ul className="panel material-uploads" aria-label={t('materials.uploads')}>
      {queue.uploads.map((upload) => (
        <li key={upload.key}>
          <ForeignText className="clip">{upload.name}</ForeignText>
          <State upload={upload} />
          {upload.state.step === 'failed' ? (
            <Button
              size="small"
              icon={<ReloadOutlined aria-hidden />}
              aria-label={t('materials.retryUpload', { name: upload.name })}
              onClick={() => queue.retry(upload.key)}
            >
              {t('materials.retry')}
            </Button>
          ) : null}
          <Button
            size="small"
            type="text"
            icon={<CloseOutlined aria-hidden />}
            aria-label={t('materials.cancelUpload', { name: upload.name })}
            title={t('materials.cancelUpload', { name: upload.name })}
            onClick={() => queue.cancel(upload.key)}
          />
        </li>
      ))}
    </ul>
  );
}

function State({ upload: { name, state } }: { upload: QueuedUpload }) {
  const { t } = useTranslation();
  if (state.step === 'waiting') return <span className="quiet">{t('materials.waiting')}</span>;
  if (state.step === 'sending') return <UploadProgress share={state.share} width={160} />;
  if (state.step === 'failed') {
    return (
      <span className="material-upload-problem" role="alert">
        {describeError(state.problem, t('upload.failed'))?.message ?? t('upload.failed')}
      </span>
    );
  }
  const most = fileRules.material.maxBytes.get(mediaTypeOf({ name, type: '' }) ?? '') ?? 0;
  const reasons = {
    type: t('materials.wrongType'),
    empty: t('upload.empty'),
    size: t('upload.size', { max: most / 1024 / 1024 }),
  };
  return (
    <span className="material-upload-problem" role="alert">
      {reasons[state.problem]}
    </span>
  );
}
