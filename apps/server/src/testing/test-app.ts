/** Starts the whole server in this process, on a new database and a free port, for tests of its external behavior. */
import { type App, type AppOptions, type Config, readConfig, startApp } from '../app.ts';
import { type TestDatabase, testDatabase } from '../base/db/testing/test-database.ts';
import { createLog } from '../base/log.ts';
import { quickRegistry, storeOperator } from './quick-registry.ts';
import { createTestClient, type TestClient } from './test-client.ts';
import { createTestPeople, operatorLogIn, type TestPeople } from './test-people.ts';

export type TestAppOptions = Partial<
  Pick<AppOptions, 'clock' | 'network' | 'random' | 'soleProcess' | 'log' | 'connectors' | 'drainMs'>
> & {
  /** Environment variables that override the defaults below, e.g. `{LIBRETRANSLATE_URL: engine.url}`. */
  config?: Readonly<Record<string, string>>;
  /** Another app's database, to start a second process on it; left out: a new one, dropped at `close`. */
  databaseUrl?: string;
};

export type TestApp = TestClient &
  TestPeople & {
    url: string;
    app: App;
    config: Config;
    databaseUrl: string;
    /** Returns the same server for clients that name a tenant. */
    at(tenantId: string): TestClient & TestPeople;
    /** Stops the server and drops the database that was created for it. */
    close(): Promise<void>;
  };

/** No engine, practically no limits, no log; the operator is `operatorLogIn`. */
const defaults: Readonly<Record<string, string>> = {
  PORT: '0',
  HOST: '127.0.0.1',
  LOG_LEVEL: 'silent',
  RATE_LIMIT_FACTOR: '1000',
  // The tests' platforms run on this machine.
  PRIVATE_NETWORKS: 'on',
  APP_SECRET: 'a secret for tests that is long enough to be taken',
  APERTIUM_LOCAL: 'off',
  OPERATOR_EMAIL: operatorLogIn.email,
  OPERATOR_PASSWORD: operatorLogIn.password,
};

/** Resolves once it listens. */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { config: variables, databaseUrl: given, ...rest } = options;
  const config = readConfig({ ...defaults, ...variables });
  const own: TestDatabase | null = given === undefined ? await testDatabase() : null;
  const databaseUrl = given ?? own?.url ?? '';
  const log = createLog(config.LOG_LEVEL);
  const { email, password } = operatorLogIn;
  if (own && config.OPERATOR_EMAIL === email && config.OPERATOR_PASSWORD === password) {
    await storeOperator(own.url);
  }
  const app = await startApp({ config, databaseUrl, log, soleProcess: false, ...rest }).catch(
    async (error: unknown) => {
      await own?.drop();
      throw error;
    },
  );
  const client = createTestClient(app.url);
  return {
    ...client,
    ...createTestPeople(client, quickRegistry(app, null)),
    url: app.url,
    app,
    config,
    databaseUrl,
    at(tenantId) {
      const atTenant = createTestClient(app.url, { 'tenant-id': tenantId });
      const registry = quickRegistry(app, tenantId);
      return { ...atTenant, ...createTestPeople(atTenant, registry) };
    },
    async close() {
      await app.close();
      await own?.drop();
    },
  };
}
