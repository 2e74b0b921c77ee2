// i18n-keys: members.exit.*
import type { Conversation } from '@parley/contract/conversations';
import { printableLine } from '@parley/ui';
import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';

/** Says why the social account is no longer in a group, with the platform's own words. */
export function GroupExitNotice({ conversation }: { conversation: Conversation | undefined }) {
  const { t } = useTranslation();
  const group = conversation?.group;
  if (!group || group.exit === null) return null;
  const reason = group.reason === null ? '' : printableLine(group.reason, 200);
  return (
    <Alert
      type="warning"
      showIcon
      title={t(`members.exit.${group.exit}`)}
      description={
        <>
          {reason === '' ? null : (
            <>
              <bdi>{reason}</bdi>{' '}
            </>
          )}
          {t('members.exitHint')}
        </>
      }
    />
  );
}
