/** Creates owners, agents and visitors for tests. */
import { randomUUID } from 'node:crypto';
import * as channelsApi from '@parley/contract/channels';
import * as identityApi from '@parley/contract/identity';
import * as operatorApi from '@parley/contract/operator';
import * as portsApi from '@parley/contract/ports';
import * as subAccountsApi from '@parley/contract/sub-accounts';
import * as visitorApi from '@parley/contract/visitor';
import { trustWorkspaceId, type WorkspaceId } from '../base/ids.ts';
import type { TestClient } from './test-client.ts';

export const operatorLogIn = { email: 'operator@example.com', password: 'Operator-Test-12' };
export const password = 'Lantern42';

export type TestOwner = {
  email: string;
  password: string;
  token: string;
  refreshToken: string;
  userId: string;
  workspaceId: WorkspaceId;
};
/** An agent whose desk is logged in. */
export type TestAgent = {
  subAccountId: string;
  accountName: string;
  password: string;
  token: string;
  refreshToken: string;
};
/** `socialAccountId` is the website chat that they use. */
export type TestVisitor = { token: string; socialAccountId: string };

export type TestPeople = ReturnType<typeof createTestPeople>;

/** Creates people: over HTTP, or directly where registration isn't under test. */
export type Registry = {
  /** Registers an owner with the password `password`. */
  register(email: string, mailedCode: (email: string) => Promise<string>): Promise<identityApi.Tokens>;
  /** Creates a sub-account. Also returns its password. */
  addSubAccount(
    ownerToken: string,
    form: subAccountsApi.SubAccountForm,
  ): Promise<{ subAccount: subAccountsApi.SubAccount; password: string }>;
};

/** Registers as real people do: through the endpoints, with the code from the mail. */
function registryByHttp({ call }: TestClient): Registry {
  return {
    async register(email, mailedCode) {
      await call(identityApi.getVerificationCode, { query: { email, purpose: 'register' } });
      const code = await mailedCode(email);
      const form = {
        email,
        code,
        password,
        confirm: password,
        tgContact: '@owner',
        agreement: true,
      } as const;
      return call(identityApi.register, { body: form });
    },
    addSubAccount: (ownerToken, body) => call(subAccountsApi.createSubAccount, { body }, ownerToken),
  };
}

export function createTestPeople(client: TestClient, registry: Registry = registryByHttp(client)) {
  return { ...owners(client, registry), ...agents(client, registry), ...visitors(client) };
}

function owners({ call, send }: TestClient, registry: Registry) {
  let operator: Promise<string> | null = null;
  /** Returns the operator's access token; logs in again if it has expired by a test's clock. */
  async function operatorToken(): Promise<string> {
    const known = await operator;
    if (known && (await send(identityApi.operatorInfo, {}, known)).status === 200) return known;
    const body = { username: operatorLogIn.email, password: operatorLogIn.password };
    operator = call(identityApi.operatorLogIn, { body }).then((tokens) => tokens.accessToken);
    return operator;
  }

  /** Returns the code in the newest mail to an address. */
  async function mailedCode(email: string): Promise<string> {
    const query = { search: email };
    const { list } = await call(operatorApi.mailPage, { query }, await operatorToken());
    const code = /\b\d{6}\b/.exec(list[0]?.text ?? '')?.[0];
    if (code === undefined) throw new Error(`no code was mailed to ${email}`);
    return code;
  }

  /** Creates an owner with `characters` to spend (default: 1,000,000). */
  async function registerOwner(given: { email?: string; characters?: number } = {}): Promise<TestOwner> {
    const email = given.email ?? `owner-${randomUUID()}@example.com`;
    const { accessToken: token, refreshToken } = await registry.register(email, mailedCode);
    const amount = given.characters ?? 1_000_000;
    if (amount > 0) {
      const grant = { requestId: randomUUID(), ownerEmail: email, amount };
      await call(operatorApi.grantCharacters, { body: grant }, await operatorToken());
    }
    const { sub, ws } = claimsOf(token);
    return { email, password, token, refreshToken, userId: sub, workspaceId: trustWorkspaceId(ws) };
  }

  /** Sets how many sessions the owner's workspace may have online (default: 10). */
  async function setPorts(owner: Pick<TestOwner, 'email'>, ports: number): Promise<void> {
    const body = { ownerEmail: owner.email, ports };
    await call(portsApi.setWorkspacePorts, { body }, await operatorToken());
  }

  return { operatorToken, mailedCode, registerOwner, setPorts };
}

function agents({ call }: TestClient, registry: Registry) {
  async function logInDesk(username: string, given: string): Promise<identityApi.Tokens> {
    return call(identityApi.deskLogIn, { body: { username, password: given } });
  }

  /** Creates a sub-account of the owner, unlimited unless `characters` are given, with its desk logged in. */
  async function createSubAccount(
    owner: Pick<TestOwner, 'token'>,
    given: { remark?: string; characters?: number } = {},
  ): Promise<TestAgent> {
    const body = {
      remark: given.remark ?? 'Agent',
      unlimited: given.characters === undefined,
      characters: given.characters ?? 0,
    };
    const made = await registry.addSubAccount(owner.token, subAccountsApi.subAccountForm.parse(body));
    const { id: subAccountId, accountName } = made.subAccount;
    const { accessToken: token, refreshToken } = await logInDesk(accountName, made.password);
    return { subAccountId, accountName, password: made.password, token, refreshToken };
  }

  return { logInDesk, createSubAccount };
}

function visitors({ call }: TestClient) {
  /** Creates a website chat for the sub-account. Returns the social account's id. */
  async function addWebchat(
    owner: Pick<TestOwner, 'token'>,
    subAccountId: string,
    given: { name?: string; origins?: string; showAgentNames?: 'true'; askForRating?: 'true' } = {},
  ): Promise<string> {
    const name = given.name ?? 'Shop';
    const { name: _, origins = '*', ...switches } = given;
    const credentials = { siteName: name, origins, ...switches };
    const body = { platform: 'webchat', subAccountId, name, credentials } as const;
    return (await call(channelsApi.addSocialAccount, { body }, owner.token)).id;
  }

  async function startVisitor(socialAccountId: string, language = 'es'): Promise<TestVisitor> {
    const { token } = await call(visitorApi.visitorStart, { body: { site: socialAccountId, language } });
    return { token, socialAccountId };
  }

  /** Returns the message as the visitor sees it. */
  function visitorSays(visitor: Pick<TestVisitor, 'token'>, text: string, id: string = randomUUID()) {
    return call(visitorApi.visitorSend, { body: { id, text } }, visitor.token);
  }

  return { addWebchat, startVisitor, visitorSays };
}

/** Returns the claims of an access token, unverified. */
export function claimsOf(token: string): { sub: string; ws: string; sid: string; exp: number } {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
}
