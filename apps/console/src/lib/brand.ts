import { useEffect } from 'react';
import { useSystemConfig } from './system-config.ts';

/** Name and logo of the installation, or of the tenant served at this host. `logo` is a URL. */
export type Brand = { name: string; logo: string };

const defaultLogo = '/parley.svg';

/** Returns the brand; null until the server has answered, so that no tenant's users see another name first. */
export function useBrand(): Brand | null {
  const { data, isError } = useSystemConfig();
  if (data !== undefined) return { name: data.brand.name, logo: data.brand.logo ?? defaultLogo };
  return isError ? { name: 'Parley', logo: defaultLogo } : null;
}

/** Sets the title of the browser window and tab, followed by the brand's name. */
export function useWindowTitle(title: string): void {
  const name = useBrand()?.name;
  useEffect(() => {
    document.title = name === undefined ? title : `${title} · ${name}`;
  }, [title, name]);
}
