import type { Conversation } from '@parley/contract/conversations';
import { ErrorPanel } from '@parley/ui';
import { useQuery } from '@tanstack/react-query';
import { Skeleton, Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import { useDesk } from '../../lib/desk-context.tsx';
import { conversationFanTagsQuery } from './conversation-queries.ts';
import { FanTagName } from './FanTagName.tsx';

/** The tags that the owner has given the customer, read-only for agents. */
export function FanTags({ fan }: { fan: NonNullable<Conversation['fan']> }) {
  const { t } = useTranslation();
  const { client } = useDesk();
  const { tagIds } = fan;
  const query = useQuery({ ...conversationFanTagsQuery(client), enabled: tagIds.length > 0 });
  if (tagIds.length === 0) return <p className="desk-customer-none">{t('conversation.noFanTags')}</p>;
  if (query.isPending) return <Skeleton active title={false} paragraph={{ rows: 1 }} />;
  if (query.data === undefined)
    return <ErrorPanel problem={query.error} onRetry={() => void query.refetch()} />;
  return (
    <ul className="desk-fan-tags">
      {query.data
        .filter(({ id }) => tagIds.includes(id))
        .map((tag) => (
          <li key={tag.id}>
            <Tag>
              <FanTagName tag={tag} />
            </Tag>
          </li>
        ))}
    </ul>
  );
}
