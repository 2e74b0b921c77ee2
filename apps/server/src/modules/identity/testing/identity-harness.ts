/** Identity's operations on people of a new database, without the app. Their passwords are cheap to verify. */
import { randomUUID } from 'node:crypto';
import type { InterfaceLanguage } from '@parley/contract';
import type { FilePurpose } from '@parley/contract/files';
import type { CodePurpose, SessionEnding, Tokens } from '@parley/contract/identity';
import { eq } from 'drizzle-orm';
import { createSecretBox } from '../../../base/crypto/secrets.ts';
import { connectDatabase, type Database, transaction } from '../../../base/db/database.ts';
import { testDatabase } from '../../../base/db/testing/test-database.ts';
import { AppError } from '../../../base/http/app-error.ts';
import { type AccessTokens, createAccessTokens } from '../../../base/http/caller.ts';
import { type RequestOrigin, withActor } from '../../../base/http/origin.ts';
import { newId, type TenantId, trustWorkspaceId, type WorkspaceId } from '../../../base/ids.ts';
import { createLog } from '../../../base/log.ts';
import { createMailer } from '../../../base/mail/mail.ts';
import { files } from '../../../schema/files.ts';
import { users } from '../../../schema/identity.ts';
import { deskPasswordHash, operatorPasswordHash, passwordHash } from '../../../testing/quick-passwords.ts';
import { stillClock, type TestClock } from '../../../testing/test-clock.ts';
import { claimsOf, operatorLogIn, password } from '../../../testing/test-people.ts';
import { createCharacters } from '../../characters/index.ts';
import { createSubAccount, findSubAccount } from '../../sub-accounts/index.ts';
import { createTenants } from '../../tenants/index.ts';
import { createGuard } from '../guessing/guard.ts';
import { createKeys } from '../keys.ts';
import { sessionState } from '../queries.ts';
import { mailRequestedCode } from '../requested-code.ts';
import { completeRegistration, type IdentityDeps, logInDesk, logInOwner } from '../service.ts';
import { createSessions } from '../sessions.ts';
import { isSessionOpen } from '../store.ts';

const secret = 'a secret for tests that is long enough to be taken';

type Given = {
  /** Multiplies the free guesses and requested mails; 1 for tests of these limits. */
  factor?: number;
};

export type IdentityHarness = Awaited<ReturnType<typeof startIdentityHarness>>;

export async function startIdentityHarness({ factor = 1000 }: Given = {}) {
  const place = await testDatabase();
  const database = connectDatabase(place.url, createLog('silent'), 24);
  const clock = stillClock();
  const process = createProcess(database, clock, factor);
  const { mailsTo, mailedCode, requestCode, codeFor } = mailsOf(process.deps, database, clock);
  return {
    database,
    clock,
    ...process,
    /** Creates what a second server process on the same database has. */
    anotherProcess: (over: Given = {}) => createProcess(database, clock, over.factor ?? factor),
    mailsTo,
    mailedCode,
    requestCode,
    codeFor,
    ...peopleOf(process.deps),
    ...filesOf(database),
    ...loginsOf(process.deps, process.accessTokens),
    async close() {
      await database.close();
      await place.drop();
    },
  };
}

/** Creates what one server process has, and records the ends of sockets. */
function createProcess(database: Database, clock: TestClock, factor: number) {
  const accessTokens = createAccessTokens([secret], clock.now, {
    open: (id) => isSessionOpen(database, id),
    state: (id) => sessionState(database, id, new Date(clock.now())),
  });
  const ended: [sessionId: string, reason: SessionEnding][] = [];
  const endedWorkspaces: [workspaceId: WorkspaceId, reason: SessionEnding][] = [];
  const realtime = {
    end: (id: string, reason: SessionEnding) => void ended.push([id, reason]),
    endWorkspace: (id: WorkspaceId, reason: SessionEnding) => void endedWorkspaces.push([id, reason]),
  };
  const log = createLog('silent');
  const deps = {
    database,
    clock,
    realtime,
    characters: createCharacters({ database, clock, log }),
    sessions: createSessions({ database, clock, realtime, secret, accessTokens }),
    guard: createGuard({ database, clock, secret, factor }),
    mailer: createMailer({ smtpUrl: null, from: '', database, clock, queue: idleQueue }),
    secrets: createSecretBox([secret]),
    tenants: createTenants({ database, clock }),
    ...createKeys([secret], clock),
  };
  return { deps, accessTokens, ended, endedWorkspaces };
}

/** A queue that runs nothing: mails are only stored. */
const idleQueue = {
  handle: () => {},
  start: async () => {},
  stop: async () => {},
  probe: async () => 0,
  runAfterCommit: () => {},
};

const anonymous: RequestOrigin = {
  actor: { kind: 'anonymous', id: null, workspaceId: null },
  address: '192.0.2.1',
  userAgent: 'A browser',
  tenantId: null,
};

/** Returns the source of a request, and the form of mails to its sender. */
export const from = ({ address = '192.0.2.1', tenantId = null, language = 'en-US' }: GivenSource = {}) => ({
  address,
  tenantId,
  origin: { ...anonymous, address, tenantId },
  language,
  brand: 'Parley',
});
type GivenSource = { address?: string; tenantId?: TenantId | null; language?: InterfaceLanguage };

export type StoredOwner = Awaited<ReturnType<ReturnType<typeof peopleOf>['owner']>>;

function peopleOf(deps: IdentityDeps) {
  const { database } = deps;
  /** Returns a person's open session with its caller and origin. */
  function consoleOf(tokens: Tokens) {
    const { sub: userId, ws, sid: sessionId } = claimsOf(tokens.accessToken);
    const caller = { audience: 'console', userId, workspaceId: trustWorkspaceId(ws), sessionId } as const;
    const by = from();
    return { ...tokens, caller, from: { ...by, origin: withActor(by.origin, caller) } };
  }
  return {
    consoleOf,
    /** Stores an owner with an open console. */
    async owner(given: { email?: string; tenantId?: TenantId | null } = {}) {
      const { email = `owner-${randomUUID()}@example.com`, tenantId = null } = given;
      const form = { email, tenantId, tgContact: '@owner', passwordHash, deskPasswordHash };
      const tokens = await transaction(database, (tx) =>
        completeRegistration(tx, deps, { ...form, origin: { ...anonymous, tenantId } }),
      );
      const { userId, workspaceId } = consoleOf(tokens).caller;
      return { email, password, userId, workspaceId, console: consoleOf(tokens) };
    },
    /** Stores a sub-account, whose desk isn't open. */
    async agent({ workspaceId }: { workspaceId: WorkspaceId }) {
      const creation = { remark: 'Agent', unlimited: true, characters: 0, isDefault: false, passwordHash };
      const id = await transaction(database, (tx) =>
        createSubAccount(tx, deps.characters, workspaceId, creation),
      );
      const row = await findSubAccount(database, workspaceId, id);
      return { id, accountName: row?.accountName ?? '', password };
    },
    /** Stores `operatorLogIn`. */
    async operator() {
      const id = newId();
      const { email } = operatorLogIn;
      await database.db
        .insert(users)
        .values({ id, kind: 'operator', email, passwordHash: operatorPasswordHash });
      return { id, ...operatorLogIn };
    },
  };
}

/** Stores files without bytes. */
function filesOf({ db }: Database) {
  return {
    /** Stores a complete file that isn't in use. */
    async storedFile({ workspaceId }: { workspaceId: WorkspaceId }, purpose: FilePurpose): Promise<string> {
      const id = newId();
      const file = { id, workspaceId, purpose, name: 'pixel.png', contentType: 'image/png', size: 1 };
      await db.insert(files).values({ ...file, state: 'stored', stateSince: new Date() });
      return id;
    },
    async stateOfFile(id: string): Promise<string | undefined> {
      const [row] = await db.select({ state: files.state }).from(files).where(eq(files.id, id));
      return row?.state;
    },
  };
}

function mailsOf(deps: IdentityDeps, database: Database, clock: TestClock) {
  /** Returns the mails to an address, newest first. */
  const mailsTo = async (email: string) =>
    (await deps.mailer.page(database, { search: email, pageNo: 1, pageSize: 50 })).list;
  /** Returns the code in the newest mail to an address. */
  const mailedCode = async (email: string): Promise<string> => {
    const [mail] = await mailsTo(email);
    const code = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0];
    if (code === undefined) throw new Error(`no code was mailed to ${email}`);
    return code;
  };
  const requestCode = (email: string, purpose: CodePurpose, by: GivenSource = {}) =>
    mailRequestedCode(deps, { email, purpose }, from(by));
  return {
    mailsTo,
    mailedCode,
    requestCode,
    /** Requests a code a minute after any other, and returns it. */
    async codeFor(email: string, purpose: CodePurpose): Promise<string> {
      clock.advance(60_000);
      await requestCode(email, purpose);
      return mailedCode(email);
    },
  };
}

function loginsOf(deps: IdentityDeps, accessTokens: AccessTokens) {
  return {
    logIn: (username: string, given: string = password, by = from()) =>
      logInOwner(deps, { ...by, username, password: given }),
    logInDesk: (username: string, given: string = password, by = from()) =>
      logInDesk(deps, { ...by, username, password: given }),
    refresh: (refreshToken: string, by = from()) => deps.sessions.refresh(refreshToken, by),
    isOpen: async ({ accessToken }: Pick<Tokens, 'accessToken'>) =>
      (await accessTokens.verify(accessToken)) !== null,
  };
}

/** Returns `done`, or the error of a refused call. */
export async function outcomeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'done';
  } catch (error) {
    if (error instanceof AppError) return error.error;
    throw error;
  }
}

/** Returns the outcomes of concurrent calls, sorted. */
export const outcomesOf = async (works: readonly Promise<unknown>[]) =>
  (await Promise.all(works.map(outcomeOf))).sort();

/** Returns another code than this one. */
export const otherCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
