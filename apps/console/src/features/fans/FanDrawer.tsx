import { platforms } from '@parley/contract/catalogues';
import type { Fan, FanDetails } from '@parley/contract/fans';
import { ErrorPanel, ForeignText, interfaceLanguageOf, lazyDialog, useFormats } from '@parley/ui';
import { useQuery } from '@tanstack/react-query';
import { Button, Drawer, Skeleton, Tabs } from 'antd';
import { type ReactNode, useState } from 'react';
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
 */
export function FanDrawer({ fanId, tagsOf, onOpen, onClose }: Properties) {
  const { t } = useTranslation();
  const query = useQuery(person(useClient(), fanId));
  const personName = usePersonName();
  const nameOf = useFanName();
  const [merging, setMerging] = useState(false);
  const [edited, setEdited] = useState<Fan>();
  useRestoredFocus(merging || edited !== undefined);
  const close = () => setMerging(false);
  return (
    <Drawer
      open
      size="large"
      title={<ForeignText>{query.data ? personName(query.data) : t('fans.details')}</ForeignText>}
      onClose={onClose}
      extra={
        query.data === undefined ? null : (
          <Button onClick={() => setMerging(true)}>{t('fans.mergeOther')}</Button>
        )
      }
    >
      {merging && query.data !== undefined ? (
        <MergeFans
          fan={{
            fanId: query.data.fanId,
            name: personName(query.data),
            place: query.data.rows[0]?.socialAccountName ?? '',
          }}
          onClose={close}
          onMerged={close}
        />
      ) : null}
      {edited === undefined ? null : <EditFan fan={edited} onClose={() => setEdited(undefined)} />}
      {query.error ? <ErrorPanel problem={query.error} onRetry={() => void query.refetch()} /> : null}
      {query.data === undefined && !query.error ? <Skeleton /> : null}
      {query.data === undefined ? null : (
        <Tabs
          items={[
            {
              key: 'rows',
              label: t('fans.accounts'),
              children: <FanRows rows={query.data.rows} tagsOf={tagsOf} onEdit={setEdited} />,
            },
            {
              key: 'log',
              label: t('fans.log'),
              children: (
                <FanLog
                  fanId={query.data.fanId}
                  rows={query.data.rows}
                  names={new Map(onPlatforms(query.data).map((one) => [one.ownFanId, nameOf(one)]))}
                  onOpen={onOpen}
                />
              ),
            },
            { key: 'identities', label: t('fans.identities'), children: <Identities details={query.data} /> },
          ]}
        />
      )}
    </Drawer>
  );
}

/** Returns a function that names a person by the first of their rows. */
function usePersonName(): (details: FanDetails) => string {
  const { t } = useTranslation();
  const nameOf = useFanName();
  return ({ nickname, rows: [row] }) => (row === undefined ? nickname || t('fans.unnamed') : nameOf(row));
}

type Part = { details: FanDetails };

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
