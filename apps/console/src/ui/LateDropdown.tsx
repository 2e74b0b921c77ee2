import type { DropdownProps } from 'antd';
import { lazy, type ReactElement, Suspense } from 'react';

const Dropdown = lazy(async () => ({ default: (await import('antd/es/dropdown/index.js')).default }));

type Properties = Pick<DropdownProps, 'menu' | 'trigger' | 'disabled'> & { children: ReactElement };

/**
 * antd's drop-down menu, which comes behind the first picture: until then its button stands there by itself.
 * Opened by the keyboard, its first entry has the focus.
 */
export function LateDropdown({ children, ...rest }: Properties) {
  return (
    <Suspense fallback={children}>
      <Dropdown autoFocus {...rest}>
        {children}
      </Dropdown>
    </Suspense>
  );
}
