// i18n-keys: members.role.*
import './members.css';
import { SearchOutlined } from '@ant-design/icons';
import type { GroupMember } from '@parley/contract/conversations';
import { avatarColor, ErrorPanel, initialsOf, printableLine, useFormats } from '@parley/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Alert, Button, Input, Skeleton, Tag } from 'antd';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDesk } from '../../lib/desk-context.tsx';
import { useConnected } from '../../lib/use-connected.ts';
import { LeaveGroup, type LeaveGroupProperties } from './LeaveGroup.tsx';
import { membersQuery, useMemberEvents } from './member-queries.ts';

type Properties = LeaveGroupProperties & {
  /** False if the platform reports only members who write or act. */
  complete: boolean;
};

function Member({ member }: { member: GroupMember }) {
  const { t } = useTranslation();
  const name = printableLine(member.name, 80);
  return (
    <li className="desk-member" data-present={member.present}>
      <span className="desk-member-avatar" style={{ background: avatarColor(member.id) }} aria-hidden>
        {initialsOf(name)}
      </span>
      <span className="desk-member-name desk-cut">
        <bdi>{name}</bdi>
        {member.handle === null ? null : (
          <small>
            {' '}
            <bdi>@{printableLine(member.handle, 60)}</bdi>
          </small>
        )}
      </span>
      {member.role === 'member' ? null : <Tag>{t(`members.role.${member.role}`)}</Tag>}
      {member.present ? null : <small>{t('members.gone')}</small>}
    </li>
  );
}

/** The known members of a group: present ones first, owners and admins before the others. */
export function MemberList({ complete, ...leaving }: Properties) {
  const { id: conversationId } = leaving.conversation;
  const { t } = useTranslation();
  const { number } = useFormats();
  const { client } = useDesk();
  const connected = useConnected();
  const [text, setText] = useState('');
  const search = useDeferredValue(text.trim());
  const query = useInfiniteQuery(membersQuery(client, conversationId, search));
  useMemberEvents(conversationId);
  const members = query.data?.pages.flatMap((page) => page.list) ?? [];
  const present = query.data?.pages[0]?.present;
  return (
    <div className="desk-members">
      {connected ? null : <Alert type="warning" showIcon title={t('members.offline')} />}
      <Input
        type="search"
        allowClear
        prefix={<SearchOutlined />}
        maxLength={100}
        aria-label={t('members.search')}
        placeholder={t('members.search')}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {present === undefined ? null : (
        <p className="desk-members-count" role="status">
          {t('members.present', { count: present, shown: number(present) })}
        </p>
      )}
      {complete ? null : <p className="desk-members-hint">{t('members.seenOnly')}</p>}
      {query.isPending ? (
        <Skeleton active title={false} paragraph={{ rows: 6 }} />
      ) : query.data === undefined ? (
        <ErrorPanel problem={query.error} onRetry={() => void query.refetch()} />
      ) : members.length === 0 ? (
        <p className="desk-members-hint">{t(search === '' ? 'members.none' : 'members.noMatch')}</p>
      ) : (
        <ul aria-label={t('members.title')}>
          {members.map((member) => (
            <Member key={member.id} member={member} />
          ))}
        </ul>
      )}
      {query.hasNextPage ? (
        <Button block loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t('members.more')}
        </Button>
      ) : null}
      <LeaveGroup {...leaving} />
    </div>
  );
}
