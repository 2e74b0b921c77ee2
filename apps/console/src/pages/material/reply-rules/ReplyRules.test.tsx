/** The pages of welcome templates and keyword rules as the owner sees them. */
import {
  type AutomationTrial,
  exportKeywordRules,
  exportWelcomeTemplates,
} from '@parley/contract/automation';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { button, chooseFromMenu, dialog, enter, rowOf } from '../../../app/testing/by-text.ts';
import { exportedQuery } from '../../../app/testing/exported.ts';
import { found } from '../../../app/testing/page-harness.tsx';
import { renderPage } from '../../../app/testing/render-page.tsx';
import { materialRoutes, materialWorld, someImage } from '../../../features/materials/testing/materials.ts';
import {
  type ReplyRuleWorld,
  replyRuleRoutes,
  replyRuleWorld,
  someKeywordRule,
  someTemplate,
} from '../../../features/reply-rules/testing/reply-rules.ts';
import { busySubAccounts, subAccountRoutes } from '../../../features/sub-accounts/testing/sub-accounts.ts';
import { sampleId } from '../../../lib/testing/samples.ts';
import { KeywordReplies } from '../keyword-message/KeywordReplies.tsx';
import { WelcomeMessages } from '../welcome-message/WelcomeMessages.tsx';

const subAccounts = busySubAccounts();
const answers = (world: ReplyRuleWorld) => [
  ...replyRuleRoutes(world),
  ...materialRoutes(materialWorld()),
  ...subAccountRoutes({ ownerRemaining: 0, allocations: new Map(), ports: 10, subAccounts }),
];
const openKeywords = (world = replyRuleWorld()) =>
  renderPage(<KeywordReplies />, { at: '/material/keywordMessage', answers: answers(world) });
const openWelcome = (world = replyRuleWorld()) =>
  renderPage(<WelcomeMessages />, { at: '/material/welcomeMessage', answers: answers(world) });

function someTrial(): AutomationTrial {
  const { id, title, contents } = someKeywordRule();
  return {
    state: 'agent-active',
    welcome: {
      outcome: 'answers',
      template: {
        id: someTemplate().id,
        title: 'Opening hours',
        contents: [
          {
            kind: 'material',
            materialId: sampleId(61, 2),
            title: 'Shop',
            type: 'card',
            text: 'Open all day',
          },
        ],
      },
      others: [{ id, title: 'For all', verdict: 'less-specific' }],
    },
    keyword: {
      outcome: 'answers',
      rule: {
        id,
        title,
        keyword: 'ship*',
        match: 'partial',
        foundIn: 'translation',
        delaySeconds: 5,
        send: 'original',
        contents,
        drawnAmong: 2,
      },
      others: [{ id: someTemplate().id, title: 'Other', keyword: 'ship', verdict: 'not-drawn' }],
    },
  };
}

describe('the keyword rules', () => {
  it('lists rules with keywords, match, reply, sub-accounts and status', async () => {
    openKeywords();
    const row = await rowOf(/Shipping time/);
    for (const part of ['delivery', 'ship*', 'Partial', 'We open at nine.', 'All sub-accounts', 'Enabled'])
      expect(row.textContent).toContain(part);
  });

  it('shows the next step where there are no rules', async () => {
    openKeywords(replyRuleWorld({ rules: [] }));
    expect(await screen.findByText('No keyword rules yet', {}, found)).toBeTruthy();
  });

  it('adds a rule, and refuses invalid values', async () => {
    const world = replyRuleWorld({ rules: [] });
    const { user } = openKeywords(world);
    await screen.findByText('No keyword rules yet', {}, found);
    await user.click(button('Create keyword rule'));
    const form = within(await dialog('Create keyword rule'));
    enter(form.getByLabelText('Title'), 'Returns');
    await user.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(form.getAllByText('This field is required')).toHaveLength(2), found);
    // Only one message appears for the empty list of keywords.
    expect(form.queryByText(/^At least 1/)).toBeNull();
    await user.type(form.getByRole('combobox', { name: 'Keywords' }), 'refund{Enter}return*{Enter}');
    await user.click(form.getByText('Exact'));
    await user.click(form.getByText('As written'));
    await user.click(form.getByText('One message at random'));
    enter(form.getByLabelText('Message 1'), 'Within 30 days.');
    await user.click(form.getByRole('button', { name: 'Add message' }));
    enter(form.getByLabelText('Message 2'), 'We pay it back.');
    enter(form.getByLabelText('Delay'), '5');
    await user.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(world.rules).toHaveLength(1), found);
    expect(world.rules[0]).toMatchObject({
      title: 'Returns',
      keywords: ['refund', 'return*'],
      match: 'exact',
      matchTranslation: true,
      replyMethod: 'one',
      delaySeconds: 5,
      send: 'original',
      range: 'all',
      contents: [{ text: 'Within 30 days.' }, { text: 'We pay it back.' }],
    });
  });

  it('disables a rule from its row', async () => {
    const world = replyRuleWorld();
    openKeywords(world);
    await rowOf(/Shipping time/);
    await chooseFromMenu('Shipping time', 'Disable');
    await waitFor(() => expect(world.rules[0]?.enabled).toBe(false), found);
    expect(await screen.findByText('1 changed', {}, found)).toBeTruthy();
  });

  it('lets the owner choose after a concurrent change', async () => {
    const world = replyRuleWorld();
    const { user } = openKeywords(world);
    await rowOf(/Shipping time/);
    await user.click(screen.getByRole('button', { name: 'Edit Shipping time' }));
    const form = within(await dialog('Edit keyword rule'));
    enter(form.getByLabelText('Title'), 'Mine');
    Object.assign(world.rules[0] ?? {}, { title: 'Theirs', version: 2 });
    await user.click(form.getByRole('button', { name: 'Save' }));
    await user.click(await form.findByRole('button', { name: 'Save mine' }, found));
    await waitFor(() => expect(world.rules[0]).toMatchObject({ title: 'Mine', version: 3 }), found);
  });

  it('tests a message and explains the result', async () => {
    const world = replyRuleWorld({ trial: someTrial() });
    const { user } = openKeywords(world);
    await rowOf(/Shipping time/);
    await user.click(button('Test'));
    const bench = within(await dialog('Test automatic replies'));
    await user.click(bench.getByRole('button', { name: 'Run test' }));
    await waitFor(() => expect(bench.getByText('Select an option')).toBeTruthy(), found);
    expect(bench.getByText('This field is required')).toBeTruthy();
    const [first] = subAccounts;
    fireEvent.mouseDown(bench.getByRole('combobox', { name: 'Sub-account' }));
    fireEvent.click(
      await screen.findByText(
        `${first?.remark} (${first?.accountName})`,
        {
          selector: '.ant-select-item-option-content',
        },
        found,
      ),
    );
    enter(bench.getByLabelText('Customer’s message'), '¿El envío?');
    await user.click(bench.getByRole('button', { name: 'Run test' }));
    expect(await bench.findByText(/an agent wrote in the last 30 minutes/, {}, found)).toBeTruthy();
    for (const part of [
      'Template “Opening hours” answers.',
      '[Card] Shop',
      'Open all day',
      'Rule “Shipping time” matches by the keyword “ship*”.',
      'Chosen at random among 2 rules with keywords of this length.',
      'Sent after 5 seconds, unless an agent replies first.',
    ])
      expect(bench.getByText(part)).toBeTruthy();
    expect(bench.getAllByText('Would be sent otherwise:')).toHaveLength(2);
    expect(world.tried).toEqual([
      { subAccountId: first?.id, text: '¿El envío?', newSession: true, agentActive: false },
    ]);
  });
});

describe('the welcome templates', () => {
  it('adds a template of two messages at most', async () => {
    const world = replyRuleWorld();
    const { user } = openWelcome(world);
    await rowOf(/Opening hours/);
    await chooseFromMenu('Opening hours', 'Duplicate');
    const form = within(await dialog('Create welcome template'));
    expect(form.queryByLabelText('Keywords')).toBeNull();
    await user.click(form.getByRole('button', { name: 'Add message' }));
    enter(form.getByLabelText('Message 2'), 'How can we help?');
    expect(form.getByRole('button', { name: 'Add message' })).toHaveProperty('disabled', true);
    enter(form.getByLabelText('Title'), 'Greeting');
    await user.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(
      () =>
        expect(world.templates[1]).toMatchObject({
          title: 'Greeting',
          contents: [{ text: 'We open at nine.' }, { text: 'How can we help?' }],
        }),
      found,
    );
  });

  it('adds a template with a material searched by title, and names it in the list', async () => {
    const { id, title } = someImage();
    const shown = { kind: 'material', materialId: id, title, type: 'image', text: '' } as const;
    const world = replyRuleWorld({ templates: [], materials: [shown] });
    const { user } = openWelcome(world);
    await screen.findByText('No welcome templates yet', {}, found);
    await user.click(button('Create welcome template'));
    const form = within(await dialog('Create welcome template'));
    enter(form.getByLabelText('Title'), 'Sizes');
    await user.click(form.getByRole('button', { name: 'Add material' }));
    await user.click(form.getByRole('button', { name: 'Remove message 1' }));
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByText('Select an option', {}, found)).toBeTruthy();
    const field = form.getByRole('combobox', { name: 'Material' });
    fireEvent.mouseDown(field);
    fireEvent.change(field, { target: { value: 'size' } });
    fireEvent.click(
      await screen.findByText('[Image] Size chart', { selector: '.ant-select-item-option-content' }, found),
    );
    await user.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(world.templates[0]?.contents).toEqual([shown]), found);
    expect((await rowOf(/Sizes/)).textContent).toContain('[Image] Size chart');
  });

  it('keeps the material of a changed template, even beyond the library’s first page', async () => {
    const shown = {
      kind: 'material',
      materialId: sampleId(61, 99),
      title: 'Old price list',
      type: 'card',
      text: 'Prices',
    } as const;
    const world = replyRuleWorld({ templates: [someTemplate({ contents: [shown] })], materials: [shown] });
    const { user } = openWelcome(world);
    await rowOf(/Opening hours/);
    await user.click(screen.getByRole('button', { name: 'Edit Opening hours' }));
    const form = within(await dialog('Edit welcome template'));
    expect(await form.findByText('[Card] Old price list', {}, found)).toBeTruthy();
    enter(form.getByLabelText('Title'), 'Prices');
    await user.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(
      () => expect(world.templates[0]).toMatchObject({ title: 'Prices', contents: [shown] }),
      found,
    );
  });

  it('closes an empty form without confirmation', async () => {
    const { user } = openWelcome();
    await rowOf(/Opening hours/);
    await user.click(button('Create welcome template'));
    const form = await dialog('Create welcome template');
    await within(form).findByLabelText('Title', {}, found);
    await user.click(within(form).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), found);
  });

  it('deletes a template after a confirmation', async () => {
    const world = replyRuleWorld();
    const { user } = openWelcome(world);
    await rowOf(/Opening hours/);
    await chooseFromMenu('Opening hours', 'Delete');
    const question = within(await dialog('Delete this automatic reply?'));
    await user.click(question.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('No welcome templates yet', {}, found)).toBeTruthy();
    expect(world.templates).toEqual([]);
  });
});

describe('the order and the export', () => {
  it.each([
    ['keyword rules', openKeywords, exportKeywordRules.path],
    ['welcome templates', openWelcome, exportWelcomeTemplates.path],
  ])('sorts %s by a column, and exports them in that order', async (_, openList, path) => {
    const opened = openList();
    fireEvent.click(await screen.findByText('Title', { selector: 'th *' }, found));
    await waitFor(() => expect(opened.server.asked.at(-1)).toContain('sort=title.asc'), found);
    expect(await exportedQuery(opened, path)).toBe('sort=title.asc');
  });
});
