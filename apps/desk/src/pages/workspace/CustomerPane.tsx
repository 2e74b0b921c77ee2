import { CloseOutlined } from '@ant-design/icons';
import type { Conversation } from '@parley/contract/conversations';
import { ErrorBoundary, lazyPart } from '@parley/ui';
import { Button, Drawer, Skeleton } from 'antd';
import { useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConversationAccount } from '../../features/social-accounts/account-queries.ts';
import { whenOnline } from '../../lib/when-online.ts';
import type { CustomerConversation } from './CustomerGroups.tsx';
import type { useCustomerPane } from './use-customer-pane.ts';

const loading = <Skeleton active paragraph={{ rows: 8 }} />;

const CustomerGroups = lazyPart(
  async () => (await whenOnline(() => import('./CustomerGroups.tsx'))).CustomerGroups,
  { fallback: loading },
);

const MemberList = lazyPart(
  async () => (await whenOnline(() => import('../../features/members/MemberList.tsx'))).MemberList,
  { fallback: loading },
);

/** Groups have no customer, and not every writer is a fan. */
function isOfCustomer(conversation: Conversation | undefined): conversation is CustomerConversation {
  return conversation?.kind === 'private' && conversation.fan !== null;
}

/** Returns whether there is a customer, or members, to show. */
export const hasPane = (conversation: Conversation | undefined): conversation is Conversation =>
  conversation?.kind === 'group' || isOfCustomer(conversation);

type Properties = {
  conversation: Conversation | undefined;
  account: ConversationAccount | undefined;
  pane: ReturnType<typeof useCustomerPane>;
  /** The sub-account shares its customer profiles. */
  sharing: boolean;
  /** Returns the address of another conversation. */
  pathOf: (id: string) => string;
  /** Called with the conversation's new state. */
  onChanged: (conversation: Conversation) => void;
};

/** The customer of the open conversation, or the group's members: beside the chat if there is room, else in a drawer. */
export function CustomerPane({ conversation, account, pane, onChanged, ...rest }: Properties) {
  const { isWide, open, setOpen } = pane;
  const { t } = useTranslation();
  // Renders forms and lists after the messages, for which the conversation is opened.
  const isLater = useDeferredValue(true, false);
  if (!hasPane(conversation)) return null;
  const title = t(isOfCustomer(conversation) ? 'profile.title' : 'members.title');
  const closeText = t(isOfCustomer(conversation) ? 'customer.close' : 'members.close');
  const groups = (
    <ErrorBoundary>
      {!isLater ? (
        loading
      ) : isOfCustomer(conversation) ? (
        <CustomerGroups key={conversation.id} conversation={conversation} {...rest} />
      ) : (
        <MemberList
          key={conversation.id}
          conversation={conversation}
          complete={account?.capabilities?.groups?.members === 'all'}
          canLeave={account?.capabilities?.groups?.leaving ?? false}
          onChanged={onChanged}
        />
      )}
    </ErrorBoundary>
  );
  const close = () => setOpen(false);
  if (!isWide) {
    return (
      <Drawer open={open} onClose={close} title={title} size={400} destroyOnHidden>
        {groups}
      </Drawer>
    );
  }
  if (!open) return null;
  return (
    <aside className="desk-customer-pane" aria-label={title}>
      <div className="desk-customer-head">
        <h2>{title}</h2>
        <Button
          type="text"
          icon={<CloseOutlined />}
          aria-label={closeText}
          title={closeText}
          onClick={close}
        />
      </div>
      <div className="desk-scroll">{groups}</div>
    </aside>
  );
}
