import { ErrorPanel } from '@parley/ui';
import { useMutation } from '@tanstack/react-query';
import { Button } from 'antd';
import { useRef, useState } from 'react';
import { acceptedTypes, fileProblem, sizeLimit, uploadFile } from '../../lib/upload-file.ts';
import { useOperator } from './operator-session.tsx';
import { useTexts } from './texts.ts';

type Properties = {
  /** The form's: the file's id, null for none. */
  value?: string | null;
  onChange?: (fileId: string | null) => void;
  /** Where the picture is that was kept before; null: none. */
  kept: string | null;
  id?: string;
};

/** Picks and uploads a brand's picture; it is kept when the form around it is saved. */
export function LogoField({ value = null, onChange, kept, id }: Properties) {
  const { t } = useTexts();
  const { client } = useOperator();
  const input = useRef<HTMLInputElement>(null);
  const [shown, setShown] = useState(kept);
  const [wrong, setWrong] = useState<string>();
  const upload = useMutation({
    mutationFn: (file: File) =>
      uploadFile(client, 'brand', file, {
        signal: AbortSignal.timeout(60_000),
        onProgress: () => undefined,
      }),
    onSuccess: ({ fileId, url }) => {
      setShown(url);
      onChange?.(fileId);
    },
  });
  const pick = (file: File | undefined) => {
    if (file === undefined) return;
    const problem = fileProblem('brand', file);
    setWrong(problem === null ? undefined : t('op.settings.logoRefused', { size: sizeLimit('brand') }));
    if (problem === null) upload.mutate(file);
  };
  const remove = () => {
    setShown(null);
    onChange?.(null);
  };
  return (
    <div className="logo-picker">
      {value === null || shown === null ? null : <img src={shown} alt={t('op.settings.logo')} />}
      <input
        ref={input}
        type="file"
        hidden
        accept={acceptedTypes('brand')}
        aria-label={t('op.settings.logo')}
        onChange={(event) => {
          pick(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      <Button
        {...(id === undefined ? {} : { id })}
        loading={upload.isPending}
        onClick={() => input.current?.click()}
      >
        {t('op.settings.chooseLogo')}
      </Button>
      {value === null ? null : (
        <Button type="link" onClick={remove}>
          {t('op.settings.noLogo')}
        </Button>
      )}
      {wrong === undefined ? null : <span role="alert">{wrong}</span>}
      {upload.error ? <ErrorPanel problem={upload.error} /> : null}
    </div>
  );
}
