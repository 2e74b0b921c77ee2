import { Empty } from 'antd';
import type { ReactNode } from 'react';

type Properties = {
  /** What is not there. */
  title: ReactNode;
  /** What to do about it. */
  hint?: ReactNode;
  /** The control that does it. */
  action?: ReactNode;
};

/** Stands where a list has nothing to show, and says what comes next. */
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
