// i18n-keys: members.exit.*
import type { Conversation, GroupState } from '@parley/contract/conversations';
import { printableLine, useFaultSentence } from '@parley/ui';
import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';

/**
 * Explains above the composer why the social account is no longer in a group, in the platform's own words, or how far
 * its leaving has got.
 */
export function GroupExitNotice({ conversation }: { conversation: Conversation | undefined }) {
  const group = conversation?.group;
  if (!group) return null;
  if (group.exit !== null) return <Exit exit={group.exit} reason={group.reason} />;
  return group.leaving === null ? null : <Leaving {...group.leaving} />;
}

function Exit({ exit, reason }: { exit: NonNullable<GroupState['exit']>; reason: string | null }) {
  const { t } = useTranslation();
  return (
    <Alert
      type="warning"
      showIcon
      title={t(`members.exit.${exit}`)}
      description={
        <>
          <Reason reason={reason} />
          {t('members.exitHint')}
        </>
      }
    />
  );
}

function Leaving({ state, reason }: NonNullable<GroupState['leaving']>) {
  const { t } = useTranslation();
  if (state === 'waiting')
    return (
      <Alert
        type="info"
        showIcon
        title={t('members.leave.waiting')}
        description={t('members.leave.waitingHint')}
      />
    );
  return (
    <Alert
      type="error"
      showIcon
      title={t('members.leave.failed')}
      description={
        <>
          <Reason reason={reason} />
          {t('members.leave.failedHint')}
        </>
      }
    />
  );
}

/** The platform's words, or the sentence for a code. */
function Reason({ reason }: { reason: string | null }) {
  const sentenceOf = useFaultSentence();
  const words = reason === null ? '' : printableLine(sentenceOf(reason) ?? reason, 200);
  if (words === '') return null;
  return (
    <>
      <bdi>{words}</bdi>{' '}
    </>
  );
}
