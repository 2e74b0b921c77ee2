import type { DropdownProps, MenuProps } from 'antd';
import { type ComponentType, type ReactElement, type SyntheticEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useToasts } from '../theme/ToastProvider.tsx';
import { onNetworkQuiet } from './network-quiet.ts';

type Properties = Pick<DropdownProps, 'menu' | 'trigger' | 'disabled'> & { children: ReactElement };
type Late = ComponentType<DropdownProps>;

let loaded: Late | null = null;
let isDue = false;

/** The time without a request after which the page has what it needs. */
const quietMs = 2_000;

const load = async (): Promise<Late> => {
  loaded ??= (await import('antd/es/dropdown/index.js')).default;
  return loaded;
};

const prefetch = () => void load().catch(() => undefined);

/** Fetches the code once, while nothing else is fetched: a menu then opens without a network too. */
function prefetchInQuiet(): void {
  if (isDue || loaded !== null) return;
  isDue = true;
  onNetworkQuiet(quietMs, prefetch);
}

/**
 * The Enter that chooses an entry ends there: its key press would go on to the button that has the focus by then, and
 * close the dialog that the entry has just opened.
 */
const chooseBy =
  ({ onClick }: MenuProps): NonNullable<MenuProps['onClick']> =>
  (chosen) => {
    if (chosen.domEvent.type === 'keydown') chosen.domEvent.preventDefault();
    onClick?.(chosen);
  };

/**
 * antd's drop-down menu, which is fetched when the pointer or the focus comes near its button, or the page has nothing
 * else to fetch: until then the button stands there on its own. What was asked for before it came is opened then. Opened by the keyboard, its first entry has
 * the focus.
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
        // Nothing opens on its own later: the button is pressed again.
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
    // biome-ignore lint/a11y/noStaticElementInteractions: what is asked of the button inside bubbles up here
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
