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
  /** Set by the surrounding form; receives the focus when the image is refused. */
  id?: string;
  /** Set by the surrounding form. */
  value?: AvatarValue;
  onChange?: (value: AvatarValue) => void;
};

/** The content security policy allows images from `data:` URLs, not from `blob:`. */
function dataUrlOf(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}

/** The profile image: previewed as soon as it is selected, uploaded at once, and stored when the profile is saved. */
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
  // The field's label would replace the button's own.
  const action = t(replaces ? 'profile.replaceAvatar' : 'profile.chooseAvatar');
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      {/* antd's upload would add 6 KB to a page that has only this one. */}
      <input
        ref={picker}
        type="file"
        accept={acceptedTypes('avatar')}
        // antd's forms display such an input even when it is `hidden`.
        style={{ display: 'none' }}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onChosen(file);
          // So that the same file can be selected again.
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
