// i18n-keys: triage.act.* triage.until.*
import { MoreOutlined } from '@ant-design/icons';
import type { Conversation } from '@parley/contract/conversations';
import { interfaceLanguageOf, lazyDialog } from '@parley/ui';
import { Button, Dropdown, type MenuProps } from 'antd';
import { memo, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { upcomingTime } from '../../lib/upcoming-time.ts';
import { type SnoozeTime, snoozeTimes } from './snooze-times.ts';
import type { TriageAct } from './triage-act.ts';
import type { Triage } from './use-triage.tsx';

const SnoozeDialog = lazyDialog(async () => (await import('./SnoozeDialog.tsx')).SnoozeDialog);

type Properties = {
  conversation: Conversation;
  onAct: (act: TriageAct) => void;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Class of a plain button, used in rows: there are hundreds, most of which are never seen. */
  rowClass?: string;
};

/** The actions on a conversation in the list, behind a button that regains the focus when they are closed. */
export function TriageMenu({ conversation, onAct, open, onOpenChange, rowClass }: Properties) {
  const { t } = useTranslation();
  const [choosing, setChoosing] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(open);
  useEffect(() => {
    const isLost = document.activeElement === document.body;
    if (wasOpen.current && !open && isLost) opener.current?.focus({ preventScroll: true });
    wasOpen.current = open;
  }, [open]);
  const ofButton = {
    ref: opener,
    'aria-label': t('triage.menu'),
    'aria-haspopup': 'menu' as const,
    'aria-expanded': open,
    onClick: () => onOpenChange(true),
  };
  const icon = <MoreOutlined aria-hidden />;
  const shown =
    rowClass === undefined ? (
      <Button {...ofButton} icon={icon} title={t('triage.menu')} />
    ) : (
      <button type="button" {...ofButton} className={rowClass}>
        {icon}
      </button>
    );
  return (
    <>
      {open ? (
        <OpenMenu
          conversation={conversation}
          onAct={onAct}
          onClose={() => onOpenChange(false)}
          onChoose={() => setChoosing(true)}
        >
          {shown}
        </OpenMenu>
      ) : (
        shown
      )}
      {choosing ? (
        <SnoozeDialog
          onClose={() => setChoosing(false)}
          onChosen={(until) => onAct({ kind: 'snooze', until })}
        />
      ) : null}
    </>
  );
}

type OpenProperties = Pick<Properties, 'conversation' | 'onAct'> & {
  onClose: () => void;
  onChoose: () => void;
  children: ReactNode;
};

function OpenMenu({ conversation, onAct, onClose, onChoose, children }: OpenProperties) {
  const { t, i18n } = useTranslation();
  const [now] = useState(() => Date.now());
  const { pinnedAt, snoozedUntil, closedAt, archivedAt } = conversation;
  const times = snoozeTimes(now);
  const nameOf = (time: SnoozeTime, at: number) =>
    `${t(`triage.until.${time}`)} · ${upcomingTime(interfaceLanguageOf(i18n.language), at, now)}`;
  const act = (kind: 'pin' | 'unpin' | 'close' | 'reopen' | 'archive' | 'wake') => ({
    key: kind,
    label: t(`triage.act.${kind}`),
  });
  const snoozing = {
    key: 'snooze',
    type: 'group' as const,
    label: t('triage.act.snooze'),
    children: [
      ...times.map(([time, at]) => ({ key: time, label: nameOf(time, at) })),
      { key: 'choose', label: t('triage.until.choose') },
    ],
  };
  const items = [
    ...(closedAt === null ? [act(pinnedAt === null ? 'pin' : 'unpin')] : []),
    act(closedAt === null ? 'close' : 'reopen'),
    ...(archivedAt === null ? [act('archive')] : []),
    ...(closedAt === null && snoozedUntil !== null ? [act('wake')] : []),
    ...(closedAt === null ? [snoozing] : []),
    { key: 'hand-over', label: t('handOver.act') },
  ];
  const onClick: MenuProps['onClick'] = ({ key, domEvent }) => {
    domEvent.stopPropagation();
    // Otherwise the Enter would reach the button that is focused next, and reopen the menu.
    domEvent.preventDefault();
    onClose();
    const at = new Map<string, number>(times).get(key);
    if (at !== undefined) onAct({ kind: 'snooze', until: at });
    else if (key === 'choose') onChoose();
    // The other keys are the kinds of actions.
    else onAct({ kind: key as 'pin' });
  };
  return (
    <Dropdown
      open
      autoFocus
      trigger={['click']}
      menu={{ items, onClick }}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
    >
      {children}
    </Dropdown>
  );
}

/** A row's triage menu, which manages its own open state. */
export const TriageButton = memo(function TriageButton({
  conversation,
  onTriage,
  className,
}: Pick<Properties, 'conversation'> & { onTriage: Triage; className: string }) {
  const [open, setOpen] = useState(false);
  return (
    <TriageMenu
      conversation={conversation}
      onAct={(act) => onTriage(conversation, act)}
      open={open}
      onOpenChange={setOpen}
      rowClass={className}
    />
  );
});
