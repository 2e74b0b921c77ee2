/** Stands where the menu's code is still being loaded. */
export function MenuGhost({ mode }: { mode: 'inline' | 'horizontal' }) {
  if (mode === 'horizontal') return <div className="top-menu" aria-busy="true" />;
  return (
    <div className="menu-ghost" aria-busy="true">
      {[60, 75, 50, 65, 70, 55].map((width) => (
        <div key={width} className="ghost" style={{ width: `${width}%` }} />
      ))}
    </div>
  );
}
