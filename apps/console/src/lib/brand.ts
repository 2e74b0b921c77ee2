import { useEffect } from 'react';
import { useSystemConfig } from './system-config.ts';

/** What the installation, or the tenant at this address, calls itself. `logo`: an address. */
export type Brand = { name: string; logo: string };

const ownMark = '/parley.svg';

/** Null until the server has told, so that no tenant's users see another name first. */
export function useBrand(): Brand | null {
  const { data, isError } = useSystemConfig();
  if (data !== undefined) return { name: data.brand.name, logo: data.brand.logo ?? ownMark };
  return isError ? { name: 'Parley', logo: ownMark } : null;
}

/** What the browser's window and tab are called, on whatever page. */
export function useWindowTitle(title: string): void {
  const name = useBrand()?.name;
  useEffect(() => {
    document.title = name === undefined ? title : `${title} · ${name}`;
  }, [title, name]);
}
