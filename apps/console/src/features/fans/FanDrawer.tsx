import { isApiError } from '@parley/api-client';
import { platforms } from '@parley/contract/catalogues';
import type { Fan, FanDetails } from '@parley/contract/fans';
import { id } from '@parley/contract/values';
import {
  EmptyState,
  ErrorPanel,
  ForeignText,
  interfaceLanguageOf,
  lazyDialog,
  markShown,
  useFormats,
} from '@parley/ui';
import { useQuery } from '@tanstack/react-query';
import { Button, Drawer, Skeleton, Tabs } from 'antd';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../lib/session-context.tsx';
import { useRestoredFocus } from '../../lib/use-restored-focus.ts';
import { FanLog } from './FanLog.tsx';
import { FanRows } from './FanRows.tsx';
import { person } from './queries.ts';
import { useFanName } from './use-fan-name.ts';

const MergeFans = lazyDialog(async () => (await import('./MergeFans.tsx')).MergeFans);
const EditFan = lazyDialog(async () => (await import('./EditFan.tsx')).EditFan);

type Properties = {
  fanId: string;
  tagsOf: (ids: readonly string[]) => ReactNode;
  onOpen: (fanId: string) => void;
  onClose: () => void;
};

/**
 * Shows all known data of a person: the accounts where they are a fan, their identities, and why they count as they do.
 *
 * @param fanId from the URL, so possibly malformed
 */
export function FanDrawer({ fanId, tagsOf, onOpen, onClose }: Properties) {
  const { t } = useTranslation();
  const isId = id.safeParse(fanId).success;
  const { data, error, refetch } = useQuery({ ...person(useClient(), fanId), enabled: isId });
  const isMissing = !isId || isApiError(error, 'fan.not-found');
  useEffect(() => {
    // The empty state shows it, so no toast does.
    if (isMissing) markShown(error);
  }, [isMissing, error]);
  const details = isMissing ? undefined : data;
  const personName = usePersonName();
  const [opened, setOpened] = useState<Opened>();
  useRestoredFocus(opened !== undefined);
  return (
    <Drawer
      open
      size="large"
      title={<ForeignText>{details ? personName(details) : t('fans.details')}</ForeignText>}
      onClose={onClose}
      extra={
        details === undefined ? null : (
          <Button onClick={() => setOpened({ what: 'merge', details })}>{t('fans.mergeOther')}</Button>
        )
      }
    >
      <DialogAbove opened={opened} onClose={() => setOpened(undefined)} />
      {isMissing ? <EmptyState title={t('fans.missing')} hint={t('fans.missingHint')} /> : null}
      {error && !isMissing ? <ErrorPanel problem={error} onRetry={() => void refetch()} /> : null}
      {details === undefined && !error && !isMissing ? <Skeleton /> : null}
      {details === undefined ? null : (
        <Details
          details={details}
          tagsOf={tagsOf}
          onEdit={(fan) => setOpened({ what: 'edit', fan })}
          onOpen={onOpen}
        />
      )}
    </Drawer>
  );
}

/** The dialog above the drawer. */
type Opened = { what: 'merge'; details: FanDetails } | { what: 'edit'; fan: Fan };

function DialogAbove({ opened, onClose }: { opened: Opened | undefined; onClose: () => void }) {
  const personName = usePersonName();
  if (opened === undefined) return null;
  if (opened.what === 'edit') return <EditFan fan={opened.fan} onClose={onClose} />;
  const { fanId, rows } = opened.details;
  const place = rows[0]?.socialAccountName ?? '';
  return (
    <MergeFans
      fan={{ fanId, name: personName(opened.details), place }}
      onClose={onClose}
      onMerged={onClose}
    />
  );
}

type Part = { details: FanDetails };
type DetailsProperties = Part & Pick<Properties, 'tagsOf' | 'onOpen'> & { onEdit: (fan: Fan) => void };

function Details({ details, tagsOf, onEdit, onOpen }: DetailsProperties) {
  const { t } = useTranslation();
  const nameOf = useFanName();
  const names = new Map(onPlatforms(details).map((one) => [one.ownFanId, nameOf(one)]));
  return (
    <Tabs
      items={[
        {
          key: 'rows',
          label: t('fans.accounts'),
          children: <FanRows rows={details.rows} tagsOf={tagsOf} onEdit={onEdit} />,
        },
        {
          key: 'log',
          label: t('fans.log'),
          children: <FanLog fanId={details.fanId} rows={details.rows} names={names} onOpen={onOpen} />,
        },
        { key: 'identities', label: t('fans.identities'), children: <Identities details={details} /> },
      ]}
    />
  );
}

/** Returns a function that names a person by the first of their rows. */
function usePersonName(): (details: FanDetails) => string {
  const { t } = useTranslation();
  const nameOf = useFanName();
  return ({ nickname, rows: [row] }) => (row === undefined ? nickname || t('fans.unnamed') : nameOf(row));
}

/** Excludes phone numbers, which belong to no platform. */
const onPlatforms = ({ identities }: FanDetails) =>
  identities.flatMap(({ platform, ...one }) => (platform === null ? [] : [{ ...one, platform }]));

function Identities({ details }: Part) {
  const { t, i18n } = useTranslation();
  const { dateTime } = useFormats();
  const language = interfaceLanguageOf(i18n.language);
  return (
    <ul className="plain-list">
      {details.identities.map(({ id, platform, account, handle, knownSince }) => (
        <li key={id}>
          {platform === null ? t('fans.phone') : platforms[platform].names[language]}:{' '}
          <span className="code">{platform === null ? `+${account}` : account}</span>{' '}
          {handle === '' ? null : <ForeignText>{`@${handle}`}</ForeignText>}{' '}
          <span className="quiet numeric">{dateTime(knownSince)}</span>
        </li>
      ))}
    </ul>
  );
}
