import './notifications.css';
import { BellOutlined } from '@ant-design/icons';
import { LazyFallback, lazyCode, useErrorToast, useLazyCode } from '@parley/ui';
import { useQuery } from '@tanstack/react-query';
import { Badge, Button, Popover } from 'antd';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { useClient } from '../../lib/session-context.tsx';
import { latestNotifications, useMarkRead } from './queries.ts';

const latestList = lazyCode(async () => (await import('./LatestList.tsx')).LatestList);

/** The bell in the navbar: the number of unread notifications, and a popup with the latest. */
export function NotificationBell() {
  const { t } = useTranslation();
  const { data } = useQuery(latestNotifications(useClient()));
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const unread = data?.unread ?? 0;
  const close = () => setOpen(false);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!open || event.key !== 'Escape') return;
    close();
    button.current?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape is handled for the controls inside, which have their roles
    <span className="bell" onKeyDown={onKeyDown}>
      <Popover
        open={open}
        onOpenChange={setOpen}
        trigger="click"
        placement="bottomRight"
        title={t('page.notifications')}
        content={<BellContent unread={unread} onFollow={close} />}
        getPopupContainer={(trigger) => trigger.parentElement ?? document.body}
      >
        {/* In the dark theme, the default red has too little contrast to white digits. */}
        <Badge count={unread} color="#cb2634" size="small" overflowCount={99} offset={[-6, 6]}>
          <Button
            ref={button}
            type="text"
            aria-label={t('notifications.bell', { count: unread })}
            aria-expanded={open}
            icon={<BellOutlined />}
          />
        </Badge>
      </Popover>
      <span role="status" className="only-read-aloud">
        {unread === 0 ? '' : t('notifications.unread', { count: unread })}
      </span>
    </span>
  );
}

function BellContent({ unread, onFollow }: { unread: number; onFollow: () => void }) {
  const { t } = useTranslation();
  const showError = useErrorToast();
  const marking = useMarkRead();
  const { code: LatestList, problem, retry } = useLazyCode(latestList);
  return (
    <div className="bell-content">
      {LatestList !== null ? (
        <LatestList onFollow={onFollow} />
      ) : (
        <LazyFallback failed={problem !== null} onRetry={retry} />
      )}
      <div className="bell-foot">
        <Link to={paths.notifications} onClick={onFollow}>
          {t('notifications.all')}
        </Link>
        <Button
          type="link"
          size="small"
          disabled={unread === 0}
          loading={marking.isPending}
          onClick={() => marking.mutate({ all: true }, { onError: showError })}
        >
          {t('notifications.markAll')}
        </Button>
      </div>
    </div>
  );
}
