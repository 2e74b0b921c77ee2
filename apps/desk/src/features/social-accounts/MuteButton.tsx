import { MutedOutlined, SoundOutlined } from '@ant-design/icons';
import type { DeskSocialAccount } from '@parley/contract/channels';
import { printableLine } from '@parley/ui';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useMuting } from './account-queries.ts';

/** Mutes an account; also serves as the mark of a muted one. */
export function MuteButton({ account }: { account: DeskSocialAccount }) {
  const { t } = useTranslation();
  const { toggle, isPending } = useMuting(account);
  const label = t('account.mute', { name: printableLine(account.name, 60) });
  return (
    <Button
      className="desk-mute"
      type="text"
      size="small"
      icon={account.muted ? <MutedOutlined /> : <SoundOutlined />}
      aria-label={label}
      aria-pressed={account.muted}
      title={account.muted ? t('account.muted') : label}
      loading={isPending}
      onClick={toggle}
    />
  );
}
