import { UpdateNotice } from '@parley/ui';
import { useQuery } from '@tanstack/react-query';
import packageJson from '../../package.json' with { type: 'json' };
import { useStartUpContact } from '../features/support/use-start-up-contact.ts';
import { useClient } from '../lib/session-context.tsx';
import { systemConfig } from '../lib/system-config.ts';

/** Requests what the console needs at start, logged in or not. */
export function StartUp() {
  useStartUpContact();
  const { data } = useQuery(systemConfig(useClient()));
  return <UpdateNotice version={packageJson.version} minimum={data?.clientMinimumVersion} />;
}
