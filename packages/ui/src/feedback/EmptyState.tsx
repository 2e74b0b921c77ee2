import { Empty } from 'antd';
import type { ReactNode } from 'react';

type Properties = {
  /** Names the missing thing. */
  title: ReactNode;
  /** The next step. */
  hint?: ReactNode;
  /** The control for the next step. */
  action?: ReactNode;
};

/** Placeholder for an empty list, with the next step. */
export function EmptyState({ title, hint, action }: Properties) {
  return (
    <Empty
      image={Empty.PRESENTED_IMAGE_SIMPLE}
      styles={{ root: { marginBlock: 24 } }}
      description={
        <div style={{ maxWidth: 420, marginInline: 'auto' }}>
          <div style={{ fontWeight: 500 }}>{title}</div>
          {hint === undefined ? null : <div style={{ marginBlockStart: 4 }}>{hint}</div>}
        </div>
      }
    >
      {action}
    </Empty>
  );
}
