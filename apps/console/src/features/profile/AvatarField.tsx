import { DeleteOutlined, UploadOutlined, UserOutlined } from '@ant-design/icons';
import { acceptedTypes, sizeLimit } from '@parley/api-client';
import { lazyPart } from '@parley/ui';
import { Avatar, Button } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../lib/session-context.tsx';
import { useUpload } from '../../lib/use-upload.ts';
import { UploadProblem } from '../../ui/UploadProblem.tsx';
import type { AvatarValue } from './profile-values.ts';

const UploadProgress = lazyPart(async () => (await import('../../ui/UploadProgress.tsx')).UploadProgress, {
  line: true,
});

type Properties = {
  /** From the form around it: where the focus goes when the picture is refused. */
  id?: string;
  /** From the form around it. */
  value?: AvatarValue;
  onChange?: (value: AvatarValue) => void;
};

/** The page's policy takes pictures from data, not from `blob:` addresses. */
function dataUrlOf(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}

/** The picture: seen as soon as it is chosen, sent while one looks at it, and the profile's once that is saved. */
export function AvatarField({ id, value = { url: null }, onChange }: Properties) {
  const { t } = useTranslation();
  const { state, start, cancel } = useUpload(useClient(), 'avatar');
  const [preview, setPreview] = useState<string>();
  const sending = state.step === 'sending';

  const choose = async (file: File) => {
    setPreview(await dataUrlOf(file).catch(() => undefined));
    const uploaded = await start(file);
    setPreview(undefined);
    if (uploaded !== undefined) onChange?.(uploaded);
  };
  return (
    <div className="avatar-field">
      <Avatar
        size={80}
        src={(sending ? preview : undefined) ?? value.url ?? undefined}
        icon={<UserOutlined />}
        alt={t('profile.avatar')}
      />
      <div className="avatar-actions">
        {sending ? (
          <>
            <UploadProgress share={state.share} width={160} />
            <Button size="small" onClick={cancel}>
              {t('upload.cancel')}
            </Button>
          </>
        ) : (
          <>
            <ChooseButton id={id} replaces={value.url !== null} onChosen={(file) => void choose(file)} />
            {value.url === null ? null : (
              <Button
                icon={<DeleteOutlined aria-hidden />}
                onClick={() => onChange?.({ fileId: null, url: null })}
              >
                {t('profile.removeAvatar')}
              </Button>
            )}
          </>
        )}
        <div className="quiet small">{t('profile.avatarHint', { max: sizeLimit('avatar') })}</div>
        <UploadProblem state={state} purpose="avatar" />
      </div>
    </div>
  );
}

type ChooseProperties = { id: string | undefined; replaces: boolean; onChosen: (file: File) => void };

function ChooseButton({ id, replaces, onChosen }: ChooseProperties) {
  const { t } = useTranslation();
  // The field's label would take the place of what the button does.
  const action = t(replaces ? 'profile.replaceAvatar' : 'profile.chooseAvatar');
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      {/* The library's upload would be 6 KB more of a page that has just this one. */}
      <input
        ref={picker}
        type="file"
        accept={acceptedTypes('avatar')}
        // The library's forms show such a field, also a hidden one.
        style={{ display: 'none' }}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onChosen(file);
          // The same file may be chosen again.
          target.value = '';
        }}
      />
      <Button
        {...(id === undefined ? {} : { id })}
        aria-label={action}
        icon={<UploadOutlined aria-hidden />}
        onClick={() => picker.current?.click()}
      >
        {action}
      </Button>
    </>
  );
}
