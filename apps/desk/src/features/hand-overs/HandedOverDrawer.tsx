import './hand-overs.css';
import type { HandedOver } from '@parley/contract/hand-overs';
import { EmptyState, ErrorPanel, Moment, printableLine, useConversationTitle, useFormats } from '@parley/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Button, Drawer, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDesk } from '../../lib/desk-context.tsx';
import { useConnected } from '../../lib/use-connected.ts';
import { handedOverQuery } from './hand-over-queries.ts';
import type { HandOvers } from './use-hand-over.tsx';

type Properties = { takeBack: HandOvers['takeBack']; onClose: () => void };

/** Lists the conversations that others work on for this sub-account; each can be taken back. */
export function HandedOverDrawer({ takeBack, onClose }: Properties) {
  const { t } = useTranslation();
  return (
    <Drawer open onClose={onClose} title={t('handOver.awayTitle')} size={400}>
      <HandedOverList takeBack={takeBack} />
    </Drawer>
  );
}

function HandedOverList({ takeBack }: Pick<Properties, 'takeBack'>) {
  const { t } = useTranslation();
  const { client } = useDesk();
  const query = useInfiniteQuery(handedOverQuery(client));
  if (query.isPending) return <Skeleton active paragraph={{ rows: 4 }} />;
  if (query.data === undefined)
    return <ErrorPanel problem={query.error} onRetry={() => void query.refetch()} />;
  const list = query.data.pages.flatMap((page) => page.list);
  if (list.length === 0) return <EmptyState title={t('handOver.awayNone')} hint={t('handOver.awayHint')} />;
  return (
    <>
      <ul className="desk-hand-overs">
        {list.map((item) => (
          <HandedOverItem key={item.conversationId} item={item} takeBack={takeBack} />
        ))}
      </ul>
      {query.hasNextPage ? (
        <Button block loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t('handOver.moreAway')}
        </Button>
      ) : null}
    </>
  );
}

function HandedOverItem({ item, takeBack }: { item: HandedOver } & Pick<Properties, 'takeBack'>) {
  const { t } = useTranslation();
  const { dateTime } = useFormats();
  const titleOf = useConversationTitle();
  const connected = useConnected();
  const [saving, setSaving] = useState(false);
  const { conversationId, handOver } = item;
  const title = printableLine(titleOf({ ...item, alias: null }), 60);
  const back = async () => {
    setSaving(true);
    if (!(await takeBack(conversationId))) setSaving(false);
  };
  return (
    <li>
      <span className="desk-handed-over">
        <bdi className="desk-cut">{title}</bdi>
        <Button
          size="small"
          loading={saving}
          disabled={!connected}
          aria-label={t('handOver.takeBackOf', { name: title })}
          onClick={() => void back()}
        >
          {t('handOver.takeBack')}
        </Button>
      </span>
      <small>
        {t('handOver.with')} <bdi>{printableLine(handOver.to.name, 50)}</bdi> ·{' '}
        <Moment at={handOver.at}>{dateTime(handOver.at)}</Moment>
      </small>
      {handOver.note === '' ? null : <bdi className="desk-hand-over-note">{handOver.note}</bdi>}
    </li>
  );
}
