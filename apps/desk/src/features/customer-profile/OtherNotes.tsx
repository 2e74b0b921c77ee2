// i18n-keys: profile.field.*
import type { CustomerProfile } from '@parley/contract/customer-profiles';
import { useFormats } from '@parley/ui';
import { Alert, Button, Space } from 'antd';
import { useTranslation } from 'react-i18next';
import type { DraftNotes } from './profile-draft.ts';

type Properties = { theirs: CustomerProfile; mine: DraftNotes; onTheirs: () => void; onMine: () => void };

const names = ['alias', 'phone', 'email', 'notes'] as const;

/** Shows the notes that another agent saved in the meantime, and asks which version to keep. */
export function OtherNotes({ theirs, mine, onTheirs, onMine }: Properties) {
  const { t } = useTranslation();
  const formats = useFormats();
  const differing = names.filter((name) => theirs[name] !== mine[name].trim());
  const at = theirs.changedAt === null ? '' : formats.dateTime(theirs.changedAt);
  return (
    <Alert
      type="warning"
      showIcon
      role="alert"
      className="desk-profile-other"
      title={t('profile.overtaken', { who: theirs.changedBy ?? t('profile.anotherAgent'), at })}
      description={
        <>
          <dl>
            {differing.map((name) => (
              <div key={name}>
                <dt>{t(`profile.field.${name}`)}</dt>
                <dd>{theirs[name] === '' ? t('profile.empty') : <bdi>{theirs[name]}</bdi>}</dd>
              </div>
            ))}
          </dl>
          <Space wrap>
            <Button size="small" onClick={onTheirs}>
              {t('profile.takeTheirs')}
            </Button>
            <Button size="small" onClick={onMine}>
              {t('profile.keepMine')}
            </Button>
          </Space>
        </>
      }
    />
  );
}
