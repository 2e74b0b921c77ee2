/** Placeholder while a page's code is loading; minimal, because it is part of every initial load. */
export function PageSkeleton() {
  return (
    <div className="page" aria-busy="true">
      <div className="ghost" style={{ width: '30%' }} />
      <div className="ghost" />
      <div className="ghost" />
      <div className="ghost" style={{ width: '60%' }} />
    </div>
  );
}
