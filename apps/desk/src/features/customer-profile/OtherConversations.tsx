import type { OtherConversation } from '@parley/contract/conversations';
import { ErrorPanel, Moment, printableLine, useFormats } from '@parley/ui';
import { Badge, Skeleton, Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCustomer } from './customer-query.ts';

type Properties = {
  conversationId: string;
  /** Returns the address of a conversation. */
  pathOf: (id: string) => string;
  platformName: (platform: OtherConversation['platform']) => string;
};

/** Lists links to the customer's conversations on the other social accounts of this sub-account. */
export function OtherConversations({ conversationId, pathOf, platformName }: Properties) {
  const { t } = useTranslation();
  const { dateTime, number } = useFormats();
  const query = useCustomer(conversationId);
  if (query.isPending) return <Skeleton active title={false} paragraph={{ rows: 2 }} />;
  if (query.data === undefined)
    return <ErrorPanel problem={query.error} onRetry={() => void query.refetch()} />;
  const { conversations, more } = query.data;
  if (conversations.length === 0) return <p className="desk-customer-none">{t('customer.noOthers')}</p>;
  return (
    <>
      <ul className="desk-other-conversations">
        {conversations.map(({ id, platform, socialAccountName, lastMessageAt, unread, closedAt }) => (
          <li key={id}>
            <Link to={pathOf(id)}>
              <span className="desk-cut">
                {platformName(platform)} · <bdi>{printableLine(socialAccountName, 50)}</bdi>
              </span>
              <small>
                <Moment at={lastMessageAt}>{dateTime(lastMessageAt)}</Moment>
              </small>
            </Link>
            {unread > 0 ? (
              <Badge count={unread} title={t('customer.unread', { count: unread, shown: number(unread) })} />
            ) : null}
            {closedAt === null ? null : <Tag>{t('conversation.closed')}</Tag>}
          </li>
        ))}
      </ul>
      {more ? <p className="desk-customer-none">{t('customer.moreOthers')}</p> : null}
    </>
  );
}

/** Shows when the customer was first and last seen on the social account of this conversation. */
export function SeenTimes({ conversationId }: { conversationId: string }) {
  const { t } = useTranslation();
  const { dateTime } = useFormats();
  const { data, isPending } = useCustomer(conversationId);
  // The list below shows the failure of this same request.
  if (isPending) return <Skeleton active title={false} paragraph={{ rows: 1 }} />;
  if (!data?.seen) return null;
  const { firstAt, lastAt } = data.seen;
  return (
    <dl className="desk-seen">
      <div>
        <dt>{t('customer.firstSeen')}</dt>
        <dd>
          <Moment at={firstAt}>{dateTime(firstAt)}</Moment>
        </dd>
      </div>
      <div>
        <dt>{t('customer.lastSeen')}</dt>
        <dd>
          <Moment at={lastAt}>{dateTime(lastAt)}</Moment>
        </dd>
      </div>
    </dl>
  );
}
