import { SettingOutlined } from '@ant-design/icons';
import { lazyPart } from '@parley/ui';
import { Button, Popover } from 'antd';
import { useTranslation } from 'react-i18next';
import type { ColumnPart } from './description.ts';

const ColumnChoices = lazyPart(async () => (await import('./ColumnChoices.tsx')).ColumnChoices);

/** Mounts a button's popup right after it, so that it follows in the tab order. */
export const besideTrigger = (trigger: HTMLElement): HTMLElement => trigger.parentElement ?? document.body;

/** The button for columns and density. */
export function ColumnMenu(part: ColumnPart) {
  const { t } = useTranslation();
  return (
    <span className="list-menu">
      <Popover
        trigger="click"
        placement="bottomRight"
        getPopupContainer={besideTrigger}
        content={<ColumnChoices {...part} />}
      >
        <Button icon={<SettingOutlined aria-hidden />}>{t('list.columns')}</Button>
      </Popover>
    </span>
  );
}
