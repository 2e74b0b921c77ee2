import { Skeleton } from 'antd';

/** Stands where a page is still being loaded. */
export function PageSkeleton() {
  return (
    <div className="page" aria-busy="true">
      <Skeleton active paragraph={{ rows: 6 }} />
    </div>
  );
}
