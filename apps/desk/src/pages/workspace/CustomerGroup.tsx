import { RightOutlined } from '@ant-design/icons';
import { type ReactNode, useState } from 'react';
import { useDesk } from '../../lib/desk-context.tsx';

const keyOf = (name: string) => `desk:customerGroup:${name}`;

type Properties = { name: string; title: string; children: ReactNode };

/** A collapsible section of the customer's pane, operable by keyboard; this browser remembers which are closed. */
export function CustomerGroup({ name, title, children }: Properties) {
  const { storage } = useDesk();
  const [open, setOpen] = useState(() => storage.getItem(keyOf(name)) !== 'closed');
  const keep = (next: boolean) => {
    setOpen(next);
    try {
      if (next) storage.removeItem(keyOf(name));
      else storage.setItem(keyOf(name), 'closed');
    } catch {
      // Storage is full or forbidden: the choice lasts until the page closes.
    }
  };
  return (
    <details className="desk-customer-group" open={open} onToggle={(event) => keep(event.currentTarget.open)}>
      <summary>
        <RightOutlined aria-hidden />
        <h3>{title}</h3>
      </summary>
      {open ? <div className="desk-customer-group-content">{children}</div> : null}
    </details>
  );
}
