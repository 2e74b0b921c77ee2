import { PaperClipOutlined } from '@ant-design/icons';
import { acceptedTypes, sizeLimit } from '@parley/api-client';
import { Button, Upload } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../lib/session-context.tsx';
import { useUpload } from '../../lib/use-upload.ts';
import { UploadProblem } from '../../ui/UploadProblem.tsx';
import { UploadProgress } from '../../ui/UploadProgress.tsx';
import { type DocumentValue, documentLimit } from './document-values.ts';

type Properties = {
  /** Set by the surrounding form; receives the focus when documents are missing. */
  id?: string;
  /** Set by the surrounding form. */
  value?: DocumentValue[];
  onChange?: (value: DocumentValue[]) => void;
};

/** Uploads up to five documents, one after the other as they are selected. */
export function DocumentsField({ id, value = [], onChange }: Properties) {
  const { t } = useTranslation();
  const { state, start, cancel } = useUpload(useClient(), 'certification');
  const [name, setName] = useState('');
  const sending = state.step === 'sending';

  const choose = async (file: File) => {
    setName(file.name);
    const uploaded = await start(file);
    if (uploaded === undefined) return;
    onChange?.([...value, { uid: uploaded.fileId, fileId: uploaded.fileId, name: file.name }]);
  };
  const remove = (uid: string) => onChange?.(value.filter((one) => one.uid !== uid));
  return (
    <div>
      <ul className="documents">
        {value.map(({ uid, name }) => (
          <Paper key={uid} name={name} onRemove={() => remove(uid)} />
        ))}
        {sending ? (
          <li>
            <span className="clip">{name}</span>
            <UploadProgress share={state.share} width={120} />
            <Button size="small" onClick={cancel}>
              {t('upload.cancel')}
            </Button>
          </li>
        ) : null}
      </ul>
      <Upload
        accept={acceptedTypes('certification')}
        showUploadList={false}
        disabled={sending || value.length >= documentLimit}
        beforeUpload={(file) => {
          void choose(file);
          return false;
        }}
      >
        <Button
          {...(id === undefined ? {} : { id })}
          aria-label={t('certification.addDocument')}
          disabled={sending || value.length >= documentLimit}
        >
          {t('certification.addDocument')}
        </Button>
      </Upload>
      <div className="quiet small">
        {t('certification.documentsHint', { max: sizeLimit('certification'), limit: documentLimit })}
      </div>
      <UploadProblem state={state} purpose="certification" />
    </div>
  );
}

function Paper({ name, onRemove }: { name: string; onRemove: () => void }) {
  const { t } = useTranslation();
  return (
    <li>
      <PaperClipOutlined aria-hidden /> <span className="clip">{name}</span>
      <Button
        size="small"
        type="link"
        aria-label={t('certification.removeNamed', { name })}
        onClick={onRemove}
      >
        {t('certification.remove')}
      </Button>
    </li>
  );
}
