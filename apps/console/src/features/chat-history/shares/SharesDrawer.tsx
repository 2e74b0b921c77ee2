import './shares.css';
import { PlusOutlined } from '@ant-design/icons';
import type { ChatShare } from '@parley/contract/chat-shares';
import {
  CopyButton,
  EmptyState,
  ErrorPanel,
  ForeignText,
  useConversationTitle,
  useFormats,
} from '@parley/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Button, Drawer, Skeleton } from 'antd';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { addressOf, ShareLink } from '../../../entities/share-links/ShareLink.tsx';
import { ShareStatusTag } from '../../../entities/share-links/ShareStatusTag.tsx';
import { paths } from '../../../lib/paths.ts';
import { useClient } from '../../../lib/session-context.tsx';
import { useRestoredFocus } from '../../../lib/use-restored-focus.ts';
import type { RowAction } from '../../../ui/list/description.ts';
import { RowActions } from '../../../ui/list/RowActions.tsx';
import { useConfirmation } from '../../../ui/list/use-confirmation.tsx';
import { SearchField } from '../../../ui/SearchField.tsx';
import { shares } from './queries.ts';
import { ShareDialog } from './ShareDialog.tsx';
import { useShareActions } from './use-share-actions.ts';

// i18n-keys: shareLinks.access.*

type Properties = {
  /** Limits the links to one conversation; undefined: all. */
  conversationId: string | undefined;
  onClose: () => void;
};

/** The dialog above the list. */
type Opened =
  | { what: 'form'; conversationId: string; existing: ChatShare | undefined }
  | { what: 'link'; share: ChatShare };

/** Lists the links to one conversation, with a button to add one, or the links to all. */
export function SharesDrawer({ conversationId, onClose }: Properties) {
  const { t } = useTranslation();
  const [search, setSearch] = useState<string>();
  const [opened, setOpened] = useState<Opened>();
  useRestoredFocus(opened !== undefined);
  const close = () => setOpened(undefined);
  const onShared = (share: ChatShare) => setOpened({ what: 'link', share });
  return (
    <Drawer open size={560} title={t('chatShares.record')} onClose={onClose}>
      {conversationId === undefined ? (
        <SearchField value={search} onSearch={setSearch} label={t('shareLinks.search')} />
      ) : (
        <Button
          type="primary"
          className="share-new"
          icon={<PlusOutlined aria-hidden />}
          onClick={() => setOpened({ what: 'form', conversationId, existing: undefined })}
        >
          {t('chatShares.create')}
        </Button>
      )}
      <Rows conversationId={conversationId} search={search} onOpen={setOpened} />
      {opened?.what === 'form' ? <ShareDialog {...opened} onClose={close} onShared={onShared} /> : null}
      {opened?.what === 'link' ? (
        <ShareLink link={opened.share} fileName={t('chatShares.fileName')} onClose={close} />
      ) : null}
    </Drawer>
  );
}

type RowsProperties = Pick<Properties, 'conversationId'> & {
  search: string | undefined;
  onOpen: (opened: Opened) => void;
};

function Rows({ conversationId, search, onOpen }: RowsProperties) {
  const { t } = useTranslation();
  const page = useInfiniteQuery(shares(useClient(), conversationId, search));
  const { confirm, dialog } = useConfirmation();
  const onLink = useCallback((share: ChatShare) => onOpen({ what: 'link', share }), [onOpen]);
  const onChange = (existing: ChatShare) =>
    onOpen({ what: 'form', conversationId: existing.conversation.id, existing });
  const actionsOf = useShareActions({ onLink, onChange });
  if (page.isPending) return <Skeleton active paragraph={{ rows: 6 }} />;
  if (page.data === undefined) return <ErrorPanel problem={page.error} onRetry={() => void page.refetch()} />;
  const rows = page.data.pages.flatMap(({ list }) => list);
  if (rows.length === 0)
    return search === undefined ? (
      <EmptyState
        title={t('shareLinks.none')}
        hint={conversationId === undefined ? t('chatShares.noneHint') : t('chatShares.noneOfOneHint')}
      />
    ) : (
      <EmptyState title={t('chatShares.noMatch')} />
    );
  return (
    <>
      <ul className="access-entries">
        {rows.map((share) => (
          <Row
            key={share.id}
            share={share}
            withConversation={conversationId === undefined}
            actions={actionsOf(share)}
            confirm={confirm}
          />
        ))}
      </ul>
      {page.hasNextPage ? (
        <Button block type="link" loading={page.isFetchingNextPage} onClick={() => void page.fetchNextPage()}>
          {t('chatShares.more')}
        </Button>
      ) : null}
      {dialog}
    </>
  );
}

type RowProperties = {
  share: ChatShare;
  withConversation: boolean;
  actions: readonly RowAction[];
  confirm: (action: RowAction) => void;
};

function Row({ share, withConversation, actions, confirm }: RowProperties) {
  const { t } = useTranslation();
  const formats = useFormats();
  const titleOf = useConversationTitle();
  const { title, status, access, conversation, sharedAt, expiresAt, opens, lastOpenedAt } = share;
  const until =
    expiresAt === null
      ? t('shareLinks.unlimited')
      : t('chatShares.until', { time: formats.dateTime(expiresAt) });
  const last =
    lastOpenedAt === null
      ? t('chatShares.neverOpened')
      : t('chatShares.opened', {
          opens: formats.number(opens),
          time: formats.dateTime(lastOpenedAt),
          count: opens,
        });
  return (
    <li>
      <span className="conversation-head">
        <ForeignText className="conversation-title">{title}</ForeignText>
        <ShareStatusTag status={status} />
      </span>
      {withConversation ? (
        <Link to={`${paths.chatHistory}?${new URLSearchParams({ conversation: conversation.id })}`}>
          <ForeignText>{titleOf(conversation)}</ForeignText>
        </Link>
      ) : null}
      <span className="quiet">
        {[
          t(`shareLinks.access.${access}`),
          t('chatShares.sharedAt', { time: formats.dateTime(sharedAt) }),
          until,
        ].join(' · ')}
      </span>
      <span className="quiet">{last}</span>
      <span className="share-actions">
        <CopyButton text={addressOf(share)} label={t('shareLinks.copyNamed', { title })} />
        <RowActions name={title} actions={actions} confirm={confirm} />
      </span>
    </li>
  );
}
