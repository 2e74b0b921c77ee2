import { CloseOutlined } from '@ant-design/icons';
import type { Conversation } from '@parley/contract/conversations';
import { ErrorBoundary } from '@parley/ui';
import { Button, Drawer, Skeleton } from 'antd';
import { lazy, Suspense, useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import type { OfCustomer } from './CustomerGroups.tsx';
import type { useCustomerPane } from './use-customer-pane.ts';

const CustomerGroups = lazy(async () => {
  const { CustomerGroups: groups } = await import('./CustomerGroups.tsx');
  return { default: groups };
});

/** Groups have no customer, and not everybody who writes is a fan. */
export function isOfCustomer(conversation: Conversation | undefined): conversation is OfCustomer {
  return conversation?.kind === 'private' && conversation.fan !== null;
}

type Properties = {
  conversation: Conversation | undefined;
  pane: ReturnType<typeof useCustomerPane>;
  /** The sub-account shares its customer profiles. */
  sharing: boolean;
  /** Returns the address of another conversation. */
  pathOf: (id: string) => string;
};

/** The customer of the open conversation: beside the chat where there is room, else in a drawer. */
export function CustomerPane({ conversation, pane, ...rest }: Properties) {
  const { isWide, open, setOpen } = pane;
  const { t } = useTranslation();
  // Forms and lists that come after the messages: those are what a conversation is opened for.
  const isLater = useDeferredValue(true, false);
  if (!isOfCustomer(conversation)) return null;
  const loading = <Skeleton active paragraph={{ rows: 8 }} />;
  const groups = (
    <ErrorBoundary>
      <Suspense fallback={loading}>
        {isLater ? <CustomerGroups key={conversation.id} conversation={conversation} {...rest} /> : loading}
      </Suspense>
    </ErrorBoundary>
  );
  const close = () => setOpen(false);
  if (!isWide) {
    return (
      <Drawer open={open} onClose={close} title={t('profile.title')} size={400} destroyOnHidden>
        {groups}
      </Drawer>
    );
  }
  if (!open) return null;
  return (
    <aside className="desk-customer-pane" aria-label={t('profile.title')}>
      <div className="desk-customer-head">
        <h2>{t('profile.title')}</h2>
        <Button
          type="text"
          icon={<CloseOutlined />}
          aria-label={t('customer.close')}
          title={t('customer.close')}
          onClick={close}
        />
      </div>
      <div className="desk-scroll">{groups}</div>
    </aside>
  );
}
