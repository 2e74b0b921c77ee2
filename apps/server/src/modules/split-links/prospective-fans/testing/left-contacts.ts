/** Contacts that visitors leave at split links. */
import { prospectiveFanPage } from '@parley/contract/prospective-fans';
import { createSplitLink, type SplitLink, type splitLinkForm } from '@parley/contract/split-links';
import type { z } from 'zod';
import { newId } from '../../../../base/ids.ts';
import type { TestClient } from '../../../../testing/test-client.ts';

type Form = z.input<typeof splitLinkForm>;

export const addLink = (app: TestClient, token: string, changes: Partial<Form> = {}): Promise<SplitLink> =>
  app.call(
    createSplitLink,
    {
      body: {
        name: newId().slice(-12),
        platform: 'telegram',
        eligibility: 'full',
        mode: 'sequential',
        bindsAddress: false,
        defaultUrl: null,
        pageText: '',
        remark: '',
        expiresAt: null,
        targets: [{ url: 'https://t.me/shop_ana' }],
        ...changes,
      },
    },
    token,
  );

type Left = { name?: string; contact?: string; message?: string; language?: string };

/** Submits the form of a link's page, and returns the response status. */
async function sendForm(
  app: TestClient,
  code: string,
  { name = '', contact = '', message = '', language = 'es' }: Left,
  headers: Readonly<Record<string, string>> = {},
): Promise<number> {
  const body = String(new URLSearchParams({ name, contact, message }));
  const { status } = await app.send(
    { method: 'POST', path: '/s/:code' },
    { params: { code }, body },
    undefined,
    {
      'content-type': 'application/x-www-form-urlencoded',
      'accept-language': language,
      ...headers,
    },
  );
  return status;
}

/** Leaves a contact at a link, and returns its id. */
export async function leaveContact(
  app: TestClient,
  token: string,
  { id: splitLinkId, code }: Pick<SplitLink, 'id' | 'code'>,
  left: Left = {},
): Promise<string> {
  await sendForm(app, code, { contact: newId(), ...left });
  const { list } = await app.call(prospectiveFanPage, { query: { splitLinkId, pageSize: 1 } }, token);
  const [latest] = list;
  if (latest === undefined) throw new Error('no contact was left');
  return latest.id;
}
