// i18n-keys: triage.act.* triage.until.*
import { MoreOutlined } from '@ant-design/icons';
import type { Conversation } from '@parley/contract/conversations';
import { useFormats } from '@parley/ui';
import { Button, Dropdown, type MenuProps } from 'antd';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type SnoozeTime, snoozeTimes } from './snooze-times.ts';
import type { TriageAct } from './triage-act.ts';

const SnoozeDialog = lazy(async () => ({ default: (await import('./SnoozeDialog.tsx')).SnoozeDialog }));

type Properties = {
  conversation: Conversation;
  onAct: (act: TriageAct) => void;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The button that opens it. */
  children: ReactNode;
};

/** The acts on a conversation in the list. */
export function TriageMenu({ conversation, onAct, open, onOpenChange, children }: Properties) {
  const [choosing, setChoosing] = useState(false);
  return (
    <>
      {open ? (
        <OpenMenu
          conversation={conversation}
          onAct={onAct}
          onClose={() => onOpenChange(false)}
          onChoose={() => setChoosing(true)}
        >
          {children}
        </OpenMenu>
      ) : (
        children
      )}
      {choosing ? (
        <Suspense fallback={null}>
          <SnoozeDialog
            onClose={() => setChoosing(false)}
            onChosen={(until) => onAct({ kind: 'snooze', until })}
          />
        </Suspense>
      ) : null}
    </>
  );
}

type OpenProperties = Pick<Properties, 'conversation' | 'onAct' | 'children'> & {
  onClose: () => void;
  onChoose: () => void;
};

function OpenMenu({ conversation, onAct, onClose, onChoose, children }: OpenProperties) {
  const { t } = useTranslation();
  const formats = useFormats();
  const [now] = useState(() => Date.now());
  const { pinnedAt, snoozedUntil, closedAt } = conversation;
  const times = snoozeTimes(now);
  const nameOf = (time: SnoozeTime, at: number) =>
    `${t(`triage.until.${time}`)} · ${formats.recent(at, now)}`;
  const act = (kind: 'pin' | 'unpin' | 'close' | 'reopen' | 'wake') => ({
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
    ...(closedAt === null && snoozedUntil !== null ? [act('wake')] : []),
    ...(closedAt === null ? [snoozing] : []),
  ];
  const onClick: MenuProps['onClick'] = ({ key, domEvent }) => {
    domEvent.stopPropagation();
    onClose();
    const at = new Map<string, number>(times).get(key);
    if (at !== undefined) onAct({ kind: 'snooze', until: at });
    else if (key === 'choose') onChoose();
    // The other keys are the kinds of the acts.
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

/** The same behind a button, which keeps whether it is open. */
export function TriageButton({
  conversation,
  onAct,
  className,
}: Pick<Properties, 'conversation' | 'onAct'> & { className?: string }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <TriageMenu conversation={conversation} onAct={onAct} open={open} onOpenChange={setOpen}>
      <Button
        size="small"
        className={className ?? ''}
        icon={<MoreOutlined aria-hidden />}
        aria-label={t('triage.menu')}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      />
    </TriageMenu>
  );
}
