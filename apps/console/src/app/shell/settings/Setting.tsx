import { Switch } from 'antd';
import { useId } from 'react';
import type { LayoutSettings } from '../../../lib/layout.ts';
import { useLayout } from '../../../lib/layout-context.tsx';

type Switches =
  | 'colorWeak'
  | 'navbar'
  | 'tabBar'
  | 'footer'
  | 'menu'
  | 'topMenu'
  | 'hideMenu'
  | 'menuCollapse';

type Properties = {
  name: (Switches | 'menuFromServer') & keyof LayoutSettings;
  label: string;
  /** True where another setting makes this one ineffective. */
  disabled?: boolean;
};

/** A switch with its label. */
export function Setting({ name, label, disabled = false }: Properties) {
  const [settings, change] = useLayout();
  const id = useId();
  return (
    <div className="setting">
      <label htmlFor={id}>{label}</label>
      <Switch
        id={id}
        size="small"
        checked={settings[name]}
        disabled={disabled}
        onChange={(on) => change({ [name]: on })}
      />
    </div>
  );
}
