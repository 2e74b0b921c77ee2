import { Drawer } from 'antd';
import { useTranslation } from 'react-i18next';
import type { SettingsTarget } from './queries.ts';
import { TranslationSettingsForm } from './TranslationSettingsForm.tsx';

type Properties = { target: SettingsTarget; title?: string; page: string; onClose: () => void };

/** The translation settings of one thing in a list, beside it. */
export function TranslationDrawer({ target, title, page, onClose }: Properties) {
  const { t } = useTranslation();
  return (
    <Drawer
      open
      onClose={onClose}
      title={title === undefined ? t('translation.title') : `${t('translation.title')} · ${title}`}
      size={400}
      destroyOnHidden
      styles={{ wrapper: { maxWidth: '100vw' } }}
    >
      <TranslationSettingsForm target={target} page={page} onSaved={onClose} />
    </Drawer>
  );
}
