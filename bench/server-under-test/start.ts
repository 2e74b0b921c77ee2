import type { Run } from '../kit/benchmark.ts';
import type { Child } from '../kit/children.ts';
import { bundleServerProcess } from './bundle.ts';
import type { ServerMethods, ServerOptions } from './server-process.ts';

export type Server = Child<ServerMethods> & { url: string; databaseUrl: string; postgres: string };

/** Starts the real server on an empty database in a temporary folder; both are removed with the process. */
export async function startServer(
  { children, profiles }: Run,
  environment: ServerOptions['environment'] = {},
): Promise<Server> {
  const options: ServerOptions = { folder: await children.temporaryFolder(), environment, profiles };
  const profiling = profiles === null ? [] : ['--cpu-prof', `--cpu-prof-dir=${profiles}`];
  const file = await bundleServerProcess();
  const server = await children.start<ServerMethods>(file, options, ['--expose-gc', ...profiling]);
  const { url, databaseUrl, postgres } = await server.call('about', null);
  return { ...server, url, databaseUrl, postgres: postgres ?? 'unknown' };
}
