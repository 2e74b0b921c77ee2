import { interfaceLanguages } from '@parley/contract';
import type { NotificationLevel } from '@parley/contract/notifications';
import { interfaceLanguageNames } from '@parley/ui';
import { Form, type FormInstance } from 'antd';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../ui/Notice.tsx';

type Texts = Partial<Record<string, string>>;

/** Previews the notification in both languages, as owners will see it, while it is being written. */
export function NotificationPreview({ form }: { form: FormInstance }) {
  const { t } = useTranslation();
  const title: Texts | undefined = Form.useWatch('title', form);
  const body: Texts | undefined = Form.useWatch('body', form);
  const level: NotificationLevel | undefined = Form.useWatch('level', form);
  return (
    <section aria-label={t('notifications.publishing.preview')}>
      <h3>{t('notifications.publishing.preview')}</h3>
      {interfaceLanguages.map((language) => (
        <div key={language} className="operator-preview">
          <Notice
            title={title?.[language] || t('notifications.publishing.noTitle')}
            body={body?.[language] ?? ''}
            level={level ?? 'info'}
            lang={language}
            facts={interfaceLanguageNames[language]}
          />
        </div>
      ))}
    </section>
  );
}
