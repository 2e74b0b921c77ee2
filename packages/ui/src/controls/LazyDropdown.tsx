import type { DropdownProps } from 'antd';
import { type ComponentType, type ReactElement, type SyntheticEvent, useEffect, useState } from 'react';

type Properties = Pick<DropdownProps, 'menu' | 'trigger' | 'disabled'> & { children: ReactElement };
type Late = ComponentType<DropdownProps>;

let loaded: Late | null = null;

const load = async (): Promise<Late> => {
  loaded ??= (await import('antd/es/dropdown/index.js')).default;
  return loaded;
};

/**
 * antd's drop-down menu, which is fetched when the pointer or the focus comes near its button: until then the button
 * stands there on its own. What was asked for before it came is opened then. Opened by the keyboard, its first entry has
 * the focus.
 */
export function LazyDropdown({ children, trigger = ['hover'], disabled = false, menu }: Properties) {
  const [Dropdown, setDropdown] = useState<Late | null>(loaded);
  const [asked, setAsked] = useState(false);
  const [open, setOpen] = useState(false);
  useEffect(() => {
    if (asked && Dropdown !== null) setOpen(true);
  }, [asked, Dropdown]);

  if (Dropdown !== null) {
    return (
      <Dropdown
        autoFocus
        trigger={trigger}
        disabled={disabled}
        open={open}
        {...(menu === undefined ? {} : { menu })}
        onOpenChange={setOpen}
      >
        {children}
      </Dropdown>
    );
  }
  const fetchCode = () =>
    load().then(
      (code) => setDropdown(() => code),
      () => undefined,
    );
  const ask = (event: SyntheticEvent) => {
    if (disabled) return;
    if (event.type === 'contextmenu') event.preventDefault();
    setAsked(true);
    void fetchCode();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what is asked of the button inside bubbles up here
    <span
      style={{ display: 'contents' }}
      onPointerEnter={() => void load().catch(() => undefined)}
      onFocus={() => void load().catch(() => undefined)}
      {...(trigger.includes('click') ? { onClick: ask } : {})}
      {...(trigger.includes('contextMenu') ? { onContextMenu: ask } : {})}
      {...(trigger.includes('hover') ? { onPointerOver: ask } : {})}
    >
      {children}
    </span>
  );
}
