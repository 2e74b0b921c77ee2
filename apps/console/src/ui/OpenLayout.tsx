import './entry.css';
import type { ReactNode } from 'react';
import { BrandMark } from './BrandMark.tsx';
import { LanguageSwitch } from './LanguageSwitch.tsx';
import { ThemeSwitch } from './ThemeSwitch.tsx';

/** Layout of a public page: brand, language and theme, and nothing that belongs to a user. */
export function OpenLayout({ children }: { children: ReactNode }) {
  return (
    <div className="entry">
      <header className="entry-bar">
        <BrandMark />
        <span className="grow" />
        <LanguageSwitch />
        <ThemeSwitch />
      </header>
      <main className="open-main">{children}</main>
    </div>
  );
}
