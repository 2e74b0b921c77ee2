/** Runs one more server process on an existing database. */
import { readConfig, startApp } from '../../apps/server/src/app.ts';
import { createLog } from '../../apps/server/src/base/log.ts';
import { serveMethods } from '../kit/remote.ts';

export type FurtherOptions = { databaseUrl: string; folder: string; environment: Record<string, string> };
const { databaseUrl, folder, environment } = JSON.parse(process.argv[2] ?? '') as FurtherOptions; // written by the benchmark

const config = readConfig({
  HOST: '127.0.0.1',
  PORT: '0',
  LOG_LEVEL: 'error',
  APERTIUM_LOCAL: 'off',
  RATE_LIMIT_FACTOR: '100000',
  ...environment,
  DATA_DIR: folder,
});
const app = await startApp({ config, databaseUrl, log: createLog('error'), soleProcess: false });

const methods = { ready: (_: null) => true, port: (_: null) => Number(new URL(app.url).port) };
export type FurtherMethods = typeof methods;

serveMethods(methods, () => app.close());
