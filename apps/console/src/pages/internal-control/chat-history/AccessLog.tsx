// i18n-keys: chatHistory.access.*
import {
  type AuditAction,
  type AuditEntry,
  auditActions,
  auditActorNames,
  auditObjectNames,
} from '@parley/contract/audit';
import { EmptyState, ErrorPanel, ForeignText, interfaceLanguageOf, Moment, useFormats } from '@parley/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Button, Drawer, Segmented, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { auditLog } from '../../../features/audit-log/queries.ts';
import { useOpenDay } from '../../../lib/calendar.ts';
import { deviceName } from '../../../lib/device-name.ts';
import { paths } from '../../../lib/paths.ts';
import { useClient } from '../../../lib/session-context.tsx';
import { DayPicker } from '../../../ui/DayPicker.tsx';

const acts = {
  read: 'chat-history.read',
  exported: 'chat-history.exported',
  translated: 'chat-history.translated',
  shared: 'chat-share.created',
} as const satisfies Record<string, AuditAction>;
type Act = keyof typeof acts;
// Object.keys of an object literal returns its keys.
const actNames = Object.keys(acts) as Act[];

type Properties = {
  /** Limits the entries to one conversation; undefined: all. */
  conversationId: string | undefined;
  onClose: () => void;
};

/** The audit log's entries about reading, exporting and translating chat history. */
export function AccessLog({ conversationId, onClose }: Properties) {
  const { t } = useTranslation();
  const [act, setAct] = useState<Act>('read');
  const [days, setDays] = useState<{ from?: string | undefined; to?: string | undefined }>({});
  const today = useOpenDay();
  const filters = { ...days, action: acts[act], object: conversationId };
  const given = Object.entries(filters).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  return (
    <Drawer open size={560} title={t('chatHistory.access.title')} onClose={onClose}>
      <div className="access-filters">
        <Segmented
          block
          aria-label={t('chatHistory.access.act')}
          value={act}
          onChange={setAct}
          options={actNames.map((name) => ({ value: name, label: t(`chatHistory.access.${name}`) }))}
        />
        <DayPicker from={days.from} to={days.to} onDays={setDays} today={today} />
        <p className="quiet">{t('chatHistory.access.hint')}</p>
        <p>
          <Link to={`${paths.auditLog}?${new URLSearchParams(given)}`}>{t('chatHistory.access.all')}</Link>
        </p>
      </div>
      <Entries filters={filters} />
    </Drawer>
  );
}

function Entries({ filters }: { filters: Parameters<typeof auditLog>[1] }) {
  const { t } = useTranslation();
  const entries = useInfiniteQuery(auditLog(useClient(), filters));
  if (entries.isPending) return <Skeleton active paragraph={{ rows: 8 }} />;
  if (entries.data === undefined)
    return <ErrorPanel problem={entries.error} onRetry={() => void entries.refetch()} />;
  const rows = entries.data.pages.flatMap((page) => page.list);
  if (rows.length === 0) return <EmptyState title={t('chatHistory.access.none')} />;
  return (
    <>
      <ul className="access-entries">
        {rows.map((row) => (
          <Entry key={row.id} entry={row} />
        ))}
      </ul>
      {entries.hasNextPage ? (
        <Button
          block
          type="link"
          loading={entries.isFetchingNextPage}
          onClick={() => void entries.fetchNextPage()}
        >
          {t('chatHistory.moreMessages')}
        </Button>
      ) : null}
    </>
  );
}

function Entry({ entry }: { entry: AuditEntry }) {
  const { i18n } = useTranslation();
  const { dateTime } = useFormats();
  const language = interfaceLanguageOf(i18n.language);
  const { actorKind, actorName, action, objectName, objectId, time, address, userAgent } = entry;
  const object = objectName || (auditObjectNames[objectId ?? '']?.[language] ?? '');
  const device = userAgent === null ? null : deviceName(userAgent);
  return (
    <li>
      <span className="conversation-head">
        <ForeignText className="conversation-title">
          {actorName || auditActorNames[actorKind][language]}
        </ForeignText>
        <Moment at={time} className="numeric">
          {dateTime(time)}
        </Moment>
      </span>
      <span>
        {auditActions[action][language]}
        {object === '' ? null : (
          <>
            {' · '}
            <ForeignText>{object}</ForeignText>
          </>
        )}
      </span>
      <span className="quiet">{[address, device].filter(Boolean).join(' · ')}</span>
    </li>
  );
}
