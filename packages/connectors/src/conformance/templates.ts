/** Tests message templates. */
import { fieldKey, fieldsOf, fillTemplate, messageTemplateLimits } from '@parley/contract/message-templates';
import { until } from '@parley/testing';
import { expect, it } from 'vitest';
import type { PlatformTemplate } from '../spec.ts';
import type { Bench } from './harness.ts';

const none = 'the platform has no templates';

export function templateTests<C>(bench: Bench<C>): void {
  it('lists its templates within the limits, each with an id, without a connection', async ({ skip }) => {
    const { manifest, listTemplates } = bench.harness.connector;
    expect(listTemplates !== undefined).toBe(manifest.capabilities.templates !== undefined);
    if (listTemplates === undefined) return skip(none);
    const templates = await list(bench);
    expect(new Set(templates.map(({ id }) => id)).size).toBe(templates.length);
    for (const { id, body } of templates) {
      expect(id.length).toBeLessThanOrEqual(messageTemplateLimits.id);
      expect(body).toMatch(/\S/);
    }
    expect(templates.some(({ state }) => state === 'approved')).toBe(true);
  });

  it('returns the reason why it can’t list templates', async ({ skip }) => {
    const { harness } = bench;
    const { listTemplates } = harness.connector;
    if (listTemplates === undefined) return skip(none);
    const answer = await listTemplates(harness.wrong.credentials, harness.newHost());
    expect(answer).toMatchObject({ ok: false, reason: expect.stringMatching(/./) });
  });

  it('sends a template with its values to a customer who has never written', async ({ skip }) => {
    if (bench.harness.connector.listTemplates === undefined) return skip(none);
    const { connection } = await bench.online();
    const template = await approved(bench);
    const { message, values, text } = filled(bench, template);
    const { id, name, language } = template;
    const sent = await connection.send({ ...message, template: { id, name, language, values } });
    expect(sent).toMatchObject({ ok: true, platformMessageId: expect.stringMatching(/./) });
    const { received } = bench.harness.customer;
    await until('the template', () => received().length > 0);
    expect(received()).toEqual([bench.harness.shown(text)]);
  });

  it('permanently refuses a template that the platform doesn’t have', async ({ skip }) => {
    if (bench.harness.connector.listTemplates === undefined) return skip(none);
    const { connection } = await bench.online();
    const { message, values } = filled(bench, await approved(bench));
    const template = { id: 'no-such-template', name: 'no_such_template', language: 'en', values };
    expect(await connection.send({ ...message, template })).toMatchObject({
      ok: false,
      outcome: 'permanent',
      reason: 'template-gone',
    });
    expect(bench.harness.customer.received()).toEqual([]);
  });
}

async function list<C>({ harness }: Bench<C>): Promise<readonly PlatformTemplate[]> {
  const answer = await harness.connector.listTemplates?.(harness.credentials, harness.newHost());
  if (!answer?.ok) throw new Error('The templates were not listed');
  return answer.templates;
}

/** Returns the approved template with the most placeholders. */
async function approved<C>(bench: Bench<C>): Promise<PlatformTemplate> {
  const templates = (await list(bench)).filter(({ state }) => state === 'approved');
  const [most] = templates.toSorted((a, b) => fieldsOf(b).length - fieldsOf(a).length);
  if (most === undefined) throw new Error('No template is approved');
  return most;
}

function filled<C>(bench: Bench<C>, template: PlatformTemplate) {
  const values = Object.fromEntries(fieldsOf(template).map((field, n) => [fieldKey(field), `<${n}> & $1`]));
  const text = fillTemplate(template, values);
  return { values, text, message: bench.message(text) };
}
