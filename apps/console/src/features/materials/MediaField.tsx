import { DeleteOutlined, UploadOutlined } from '@ant-design/icons';
import { acceptedTypes } from '@parley/api-client';
import { type MaterialType, materialTypeOf, mediaTypeOf } from '@parley/contract/materials';
import { ForeignText } from '@parley/ui';
import { Button, Upload } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../lib/session-context.tsx';
import { useUpload } from '../../lib/use-upload.ts';
import { UploadProblem } from '../../ui/UploadProblem.tsx';
import { UploadProgress } from '../../ui/UploadProgress.tsx';
import type { MaterialDraft } from './material-values.ts';

type Properties = {
  /** Set by the surrounding form. */
  id?: string;
  value?: MaterialDraft['file'];
  onChange?: (file: MaterialDraft['file']) => void;
  type: Exclude<MaterialType, 'text'>;
};

/** Uploads the file of a medium, which can be replaced, or the picture of a card, which can also be removed. */
export function MediaField({ id, value = null, onChange, type }: Properties) {
  const { t } = useTranslation();
  const { state, start, cancel } = useUpload(useClient(), 'material');
  const [misfit, setMisfit] = useState(false);
  const needed = type === 'card' ? 'image' : type;
  const choose = async (given: File) => {
    const mediaType = mediaTypeOf(given);
    const fits = mediaType !== null && materialTypeOf(mediaType) === needed;
    setMisfit(!fits);
    if (!fits) return;
    const uploaded = await start(new File([given], given.name, { type: mediaType }));
    if (uploaded !== undefined) onChange?.({ id: uploaded.fileId, url: uploaded.url, name: given.name });
  };
  return (
    <div className="material-field">
      {value === null ? null : <ForeignText className="clip">{value.name}</ForeignText>}
      {state.step === 'sending' ? (
        <>
          <UploadProgress share={state.share} width={160} />
          <Button size="small" onClick={cancel}>
            {t('upload.cancel')}
          </Button>
        </>
      ) : (
        <>
          <ChooseButton
            id={id}
            needed={needed}
            replaces={value !== null}
            onChosen={(file) => void choose(file)}
          />
          {type === 'card' && value !== null ? (
            <Button icon={<DeleteOutlined aria-hidden />} onClick={() => onChange?.(null)}>
              {t('materials.removePicture')}
            </Button>
          ) : null}
        </>
      )}
      {misfit ? (
        <span className="material-upload-problem" role="alert">
          {t('materials.wrongType')}
        </span>
      ) : (
        <UploadProblem state={state} purpose="material" />
      )}
    </div>
  );
}

type ChooseProperties = {
  id: string | undefined;
  needed: string;
  replaces: boolean;
  onChosen: (file: File) => void;
};

function ChooseButton({ id, needed, replaces, onChosen }: ChooseProperties) {
  const { t } = useTranslation();
  const accepted = acceptedTypes('material').split(',');
  const action = t(replaces ? 'materials.replaceFile' : 'materials.chooseFile');
  return (
    <Upload
      accept={accepted.filter((one) => one.startsWith(`${needed}/`)).join(',')}
      showUploadList={false}
      beforeUpload={(file) => {
        onChosen(file);
        return false;
      }}
    >
      <Button {...(id === undefined ? {} : { id })} aria-label={action} icon={<UploadOutlined aria-hidden />}>
        {action}
      </Button>
    </Upload>
  );
}
