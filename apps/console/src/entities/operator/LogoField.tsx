import './forms.css';
import { DeleteOutlined, UploadOutlined } from '@ant-design/icons';
import { acceptedTypes } from '@parley/api-client';
import { lazyPart } from '@parley/ui';
import { Button, Upload } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUpload } from '../../lib/use-upload.ts';
import { UploadProblem } from '../../ui/UploadProblem.tsx';
import { useOperator } from './operator-session.tsx';

const UploadProgress = lazyPart(async () => (await import('../../ui/UploadProgress.tsx')).UploadProgress, {
  line: true,
});

type Properties = {
  /** The field's value: the file's id; null for none. */
  value?: string | null;
  onChange?: (fileId: string | null) => void;
  /** URL of the stored image; null: none. */
  kept: string | null;
  id?: string;
};

/** Uploads a brand's image; it is stored when the surrounding form is saved. */
export function LogoField({ value = null, onChange, kept, id }: Properties) {
  const { t } = useTranslation();
  const { client } = useOperator();
  const { state, start, cancel } = useUpload(client, 'brand');
  const [shown, setShown] = useState(kept);
  const action = t(value === null ? 'operator.chooseLogo' : 'operator.replaceLogo');
  const choose = async (file: File) => {
    const uploaded = await start(file);
    if (uploaded === undefined) return;
    setShown(uploaded.url);
    onChange?.(uploaded.fileId);
  };
  return (
    <div className="logo-picker">
      {value === null || shown === null ? null : <img src={shown} alt={t('operator.logo')} />}
      {state.step === 'sending' ? (
        <>
          <UploadProgress share={state.share} width={160} />
          <Button size="small" onClick={cancel}>
            {t('upload.cancel')}
          </Button>
        </>
      ) : (
        <Upload
          accept={acceptedTypes('brand')}
          showUploadList={false}
          beforeUpload={(file) => {
            void choose(file);
            return false;
          }}
        >
          {/* The field's label would replace the button's own. */}
          <Button
            {...(id === undefined ? {} : { id })}
            aria-label={action}
            icon={<UploadOutlined aria-hidden />}
          >
            {action}
          </Button>
        </Upload>
      )}
      {value === null || state.step === 'sending' ? null : (
        <Button icon={<DeleteOutlined aria-hidden />} onClick={() => onChange?.(null)}>
          {t('operator.noLogo')}
        </Button>
      )}
      <UploadProblem state={state} purpose="brand" />
    </div>
  );
}
