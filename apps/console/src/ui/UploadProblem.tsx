import { sizeLimit } from '@parley/api-client';
import type { FilePurpose } from '@parley/contract/files';
import { describeError } from '@parley/ui';
import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import type { UploadState } from '../lib/use-upload.ts';

/** Shows why a file couldn't be uploaded; nothing without a problem. */
export function UploadProblem({ state, purpose }: { state: UploadState; purpose: FilePurpose }) {
  const { t } = useTranslation();
  const sentence = () => {
    if (state.step === 'failed') return describeError(state.problem, t('upload.failed'))?.message;
    if (state.step !== 'refused') return undefined;
    if (state.problem === 'size') return t('upload.size', { max: sizeLimit(purpose, state.contentType) });
    return t(state.problem === 'empty' ? 'upload.empty' : 'upload.type');
  };
  const said = sentence();
  return said === undefined ? null : <Alert type="error" showIcon role="alert" title={said} />;
}
