import type { DropdownProps, MenuProps } from 'antd';
import { type ComponentType, type ReactElement, type SyntheticEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useToasts } from '../theme/ToastProvider.tsx';
import { onNetworkIdle } from './network-idle.ts';

type Properties = Pick<DropdownProps, 'menu' | 'trigger' | 'disabled'> & { children: ReactElement };
type Late = ComponentType<DropdownProps>;

let loaded: Late | null = null;
let isDue = false;

/** After this time without requests, the page has loaded everything it needs. */
const quietMs = 2_000;

const load = async (): Promise<Late> => {
  loaded ??= (await import('antd/es/dropdown/index.js')).default;
  return loaded;
};

const prefetch = () => void load().catch(() => undefined);

/** Prefetches the code once while the network is idle, so that menus also open offline. */
function prefetchInQuiet(): void {
  if (isDue || loaded !== null) return;
  isDue = true;
  onNetworkIdle(quietMs, prefetch);
}

/**
 * Swallows the Enter that chooses an entry. Its key press would otherwise reach the newly focused button and close the
 * dialog that the entry has just opened.
 */
const chooseBy =
  ({ onClick }: MenuProps): NonNullable<MenuProps['onClick']> =>
  (chosen) => {
    if (chosen.domEvent.type === 'keydown') chosen.domEvent.preventDefault();
    onClick?.(chosen);
  };

/**
 * antd's drop-down menu. Its code is fetched when the pointer or the focus reaches its button, or when the network is
 * idle; until then only the button is rendered. A menu requested before the code is loaded opens once it is. When
 * opened by the keyboard, its first entry has the focus.
 */
export function LazyDropdown({ children, trigger = ['hover'], disabled = false, menu }: Properties) {
  const [Dropdown, setDropdown] = useState<Late | null>(loaded);
  const { t } = useTranslation('ui');
  const toasts = useToasts();
  const [asked, setAsked] = useState(false);
  const [open, setOpen] = useState(false);
  useEffect(prefetchInQuiet, []);
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
        {...(menu === undefined ? {} : { menu: { ...menu, onClick: chooseBy(menu) } })}
        onOpenChange={setOpen}
      >
        {children}
      </Dropdown>
    );
  }
  const fetchCode = () =>
    load().then(
      (code) => setDropdown(() => code),
      () => {
        // Don't open the menu later, unprompted: the user presses the button again.
        setAsked(false);
        toasts.error({ key: 'menu', content: `${t('lazy.failed')}. ${t('lazy.failedHint')}` });
      },
    );
  const ask = (event: SyntheticEvent) => {
    if (disabled) return;
    if (event.type === 'contextmenu') event.preventDefault();
    setAsked(true);
    void fetchCode();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: events of the button inside bubble up to here
    <span
      style={{ display: 'contents' }}
      onPointerEnter={prefetch}
      onFocus={prefetch}
      {...(trigger.includes('click') ? { onClick: ask } : {})}
      {...(trigger.includes('contextMenu') ? { onContextMenu: ask } : {})}
      {...(trigger.includes('hover') ? { onPointerOver: ask } : {})}
    >
      {children}
    </span>
  );
}
