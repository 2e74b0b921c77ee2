import './customer-pane.css';
import { platforms } from '@parley/contract/catalogues';
import type { Conversation } from '@parley/contract/conversations';
import { useQueryClient } from '@tanstack/react-query';
import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { refreshConversation } from '../../features/conversations/conversation-queries.ts';
import { FanTags } from '../../features/conversations/FanTags.tsx';
import { CustomerProfile } from '../../features/customer-profile/CustomerProfile.tsx';
import { OtherConversations, SeenTimes } from '../../features/customer-profile/OtherConversations.tsx';
import { HandOverHistory } from '../../features/hand-overs/HandOverHistory.tsx';
import { RatingHistory } from '../../features/ratings/RatingHistory.tsx';
import { usePlatformName } from '../../features/social-accounts/AccountList.tsx';
import { CustomerLanguage } from '../../features/translation-settings/CustomerLanguage.tsx';
import { AccountGoals } from '../../features/work-orders/AccountGoals.tsx';
import { useDesk } from '../../lib/desk-context.tsx';
import { useConnected } from '../../lib/use-connected.ts';
import { CustomerGroup } from './CustomerGroup.tsx';

export type CustomerConversation = Conversation & { fan: NonNullable<Conversation['fan']> };
type Properties = {
  conversation: CustomerConversation;
  /** The sub-account shares its customer profiles. */
  sharing: boolean;
  pathOf: (id: string) => string;
};

/** Everything that an agent sees and notes about the customer of a private conversation. Pass the conversation's id as `key`. */
export function CustomerGroups({ conversation, sharing, pathOf }: Properties) {
  const { t } = useTranslation();
  const { client } = useDesk();
  const queryClient = useQueryClient();
  const platformName = usePlatformName();
  const connected = useConnected();
  const { id, fan, socialAccountId, platform } = conversation;
  // Lists and header show the alias and the language.
  const onSaved = () => void refreshConversation(client, queryClient, id);
  return (
    <>
      {connected ? null : <Alert type="warning" showIcon title={t('customer.offline')} />}
      <CustomerGroup name="seen" title={t('customer.seen')}>
        <SeenTimes conversationId={id} />
      </CustomerGroup>
      {platforms[platform].ownPages ? (
        <CustomerGroup name="ratings" title={t('rating.title')}>
          <RatingHistory conversationId={id} />
        </CustomerGroup>
      ) : null}
      <CustomerGroup name="tags" title={t('customer.tags')}>
        <FanTags fan={fan} />
      </CustomerGroup>
      <CustomerGroup name="language" title={t('settings.customerLanguage')}>
        <CustomerLanguage conversation={conversation} onSaved={onSaved} />
      </CustomerGroup>
      <CustomerGroup name="profile" title={t('customer.notes')}>
        <CustomerProfile conversationId={id} fanId={fan.id} sharing={sharing} onSaved={onSaved} />
      </CustomerGroup>
      <CustomerGroup name="conversations" title={t('customer.others')}>
        <OtherConversations conversationId={id} pathOf={pathOf} platformName={platformName} />
      </CustomerGroup>
      <CustomerGroup name="hand-overs" title={t('handOver.history')}>
        <HandOverHistory conversationId={id} />
      </CustomerGroup>
      <CustomerGroup name="goals" title={t('customer.workOrder')}>
        <AccountGoals socialAccountId={socialAccountId} />
      </CustomerGroup>
    </>
  );
}
