import { InputNumber } from 'antd';
import { useTranslation } from 'react-i18next';
import { menuWidthLimits } from '../../../lib/layout.ts';
import { useLayout } from '../../../lib/layout-context.tsx';

/** In CSS pixels. Each change applies at once, so the field passes on valid widths only. */
export function MenuWidth({ disabled }: { disabled: boolean }) {
  const { t } = useTranslation();
  const [{ menuWidth }, change] = useLayout();
  return (
    <div className="setting">
      <label htmlFor="menu-width">{t('settings.menuWidth')}</label>
      <InputNumber
        id="menu-width"
        size="small"
        {...menuWidthLimits}
        step={10}
        precision={0}
        value={menuWidth}
        disabled={disabled}
        onChange={(width) => (width === null ? undefined : change({ menuWidth: width }))}
      />
    </div>
  );
}
