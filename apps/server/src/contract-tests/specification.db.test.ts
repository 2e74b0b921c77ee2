/** Tests that every endpoint of the specification exists at its exact path, accepts the listed fields, and is served. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

/** Section 7, "User and session" and "Other"; `{api}` is `/api`, `{auth base}` is `/api/`, `{admin}` is `admin`. */
const listed = [
  ['POST', '/api/user/register', 'body'],
  ['GET', '/api/user/getUserVerificationCode', 'params'],
  ['GET', '/api/user/getLoginUserInfo', 'none'],
  ['POST', '/api/user/login', 'body'],
  ['POST', '/api/user/fotgetPassword', 'body'],
  ['POST', '/api/user/updatePassword', 'body'],
  ['GET', '/api/user/verifyEmail', 'params'],
  ['POST', '/api/user/updateUserBindEmail', 'body'],
  ['PUT', '/api/user/update', 'body'],
  ['POST', '/api/system/auth/refresh-token', 'params'],
  ['POST', '/api/user/menu', 'none'],
  ['GET', '/api/user/platform/list', 'unsaid'],
  ['GET', '/api/system/inform/page', 'unsaid'],
  ['GET', '/api/system/inform/get', 'unsaid'],
  ['GET', '/api/system/customer-service/check', 'unsaid'],
  ['GET', '/api/system/customer-service/get', 'params'],
  ['POST', '/api/user/reportUserClickLink', 'unsaid'],
  ['GET', '/api/user/subAccount/charLogPage', 'unsaid'],
  ['GET', '/api/user/subAccount/charLogExportExcel', 'unsaid'],
  ['GET', '/api/user/charAllocationRecord/page', 'unsaid'],
  ['GET', '/api/user/charAllocationRecord/exportExcel', 'unsaid'],
  ['GET', '/admin/api/infra/file/getR2Presign', 'unsaid'],
  ['GET', '/api/system/system-config/get', 'unsaid'],
] as const;

const operation = z.object({
  parameters: z.array(z.object({ name: z.string(), in: z.string() })).default([]),
  requestBody: z.object({ content: z.record(z.string(), z.object({ schema: z.unknown() })) }).optional(),
  responses: z.record(z.string(), z.unknown()),
});
const document = z.object({ paths: z.record(z.string(), z.record(z.string(), operation)) });

let app: TestApp;
let described: z.output<typeof document>;
beforeAll(async () => {
  app = await startTestApp();
  described = document.parse(await (await fetch(`${app.url}/api/openapi.json`)).json());
});
afterAll(() => app.close());

const operationOf = (method: string, path: string) => described.paths[path]?.[method.toLowerCase()];

describe.each(listed)('%s %s', (method, path) => {
  it('appears in the OpenAPI document', () => {
    expect(operationOf(method, path)).toBeDefined();
  });

  it('responds itself', async () => {
    // Without a login and parameters: the endpoint itself responds, not the 404 of unknown paths.
    const answer = await app.send({ method, path }, {});
    expect([200, 400, 401]).toContain(answer.status);
  });
});

const said = listed.filter(([, , payload]) => payload !== 'unsaid');
it.each(said)('%s %s accepts as payload: %s', (method, path, payload) => {
  const { parameters = [], requestBody } = operationOf(method, path) ?? {};
  const schema = requestBody?.content['application/json']?.schema;
  const fields = z.object({ properties: z.record(z.string(), z.unknown()) }).safeParse(schema)
    .data?.properties;
  expect({ params: parameters.length > 0, body: Object.keys(fields ?? {}).length > 0 }).toEqual({
    params: payload === 'params',
    body: payload === 'body',
  });
});

const inDocument = (method: string, path: string) =>
  JSON.stringify(operationOf(method, path)?.responses ?? {});

it('a refreshed session is returned as accessToken and refreshToken', () => {
  const answer = inDocument('POST', '/api/system/auth/refresh-token');
  for (const name of ['accessToken', 'refreshToken']) expect(answer).toContain(`"${name}":`);
});

it('the user info holds every field that the specification lists', () => {
  const answer = inDocument('GET', '/api/user/getLoginUserInfo');
  const fields =
    'charNum emailAddress firstRebateRate rebateRate headPortrait id portNum privilegesCode setMealCode tgContact ' +
    'userName userType vipEndTime setMealDO psetMealDO poldSetMealCode amount buyLimitSetMeal isLoginSubAccount ' +
    'isCreateSubAccount isPortOnline';
  for (const name of fields.split(' ')) expect(answer, name).toContain(`"${name}":`);
});
