import { SettingOutlined } from '@ant-design/icons';
import { lazyPart } from '@parley/ui';
import { Button, Popover } from 'antd';
import { useTranslation } from 'react-i18next';
import type { ColumnPart } from './description.ts';

const ColumnChoices = lazyPart(async () => (await import('./ColumnChoices.tsx')).ColumnChoices);

/** Opens what belongs to a button right behind it, where Tab leads to. */
export const besideTrigger = (trigger: HTMLElement): HTMLElement => trigger.parentElement ?? document.body;

/** The button of the columns and the density. */
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
