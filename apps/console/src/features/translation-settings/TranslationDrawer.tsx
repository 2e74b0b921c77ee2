import { Drawer } from 'antd';
import { useTranslation } from 'react-i18next';
import type { SettingsTarget } from './queries.ts';
import { TranslationSettingsForm } from './TranslationSettingsForm.tsx';

type Properties = { target: SettingsTarget; title?: string; onClose: () => void };

/** The translation settings of one entry of a list, in a drawer. */
export function TranslationDrawer({ target, title, onClose }: Properties) {
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
      <TranslationSettingsForm target={target} onSaved={onClose} />
    </Drawer>
  );
}
