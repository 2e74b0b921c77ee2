/** Answers to customers’ messages, in a real database. */
import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { messages } from '../../schema/conversations.ts';
import { setRulesEnabled } from './rules/service.ts';
import { agentPresenceMs, replyLimit, sessionGapMs } from './situation.ts';
import { automationHarness } from './testing/automation-harness.ts';

const text = 'It will arrive tomorrow';
const minute = 60_000;
const harness = automationHarness();
const countIn = async (chat: string) => (await harness.repliesIn(chat)).length;
const textsIn = async (chat: string) => (await harness.repliesIn(chat)).map(({ original }) => original);
const says = (...texts: string[]) => ({
  contents: texts.map((words) => ({ kind: 'text' as const, text: words })),
});

describe('a customer who begins a session', () => {
  it('welcomes a customer once, in the name of the sub-account, for the message that began the session', async () => {
    await harness.template();
    const chat = await harness.openChat();
    const [first] = await harness.arrive(chat, 'Buenos días, ¿dónde está mi pedido?');
    await harness.arrive(chat, '¿Hola?');
    expect(await harness.repliesIn(chat)).toMatchObject([
      {
        direction: 'out',
        original: text,
        originalLanguage: 'en',
        translationState: 'pending',
        delivery: 'translating',
        triggeredBy: first,
        authorSubAccountId: harness.subAccountId,
        seq: 2,
      },
    ]);
    expect(await harness.jobsOf('conversations.translate-outbound')).toHaveLength(1);
  });

  it('welcomes a customer again after a day of silence, and not before', async () => {
    await harness.template();
    const chat = await harness.openChat();
    await harness.arrive(chat, 'Gracias');
    harness.clock.advance(sessionGapMs - minute);
    await harness.arrive(chat, 'Gracias otra vez');
    expect(await countIn(chat)).toBe(1);
    harness.clock.advance(sessionGapMs + minute);
    await harness.arrive(chat, 'Buenos días');
    expect(await countIn(chat)).toBe(2);
  });

  it.each([
    ['an agent', {}],
    ['the owner with another device', { authorSubAccountId: null }],
  ])('leaves a customer to %s who wrote within the last half hour', async (_, given) => {
    await harness.template();
    const chat = await harness.openChat();
    await harness.agentSays(chat, 'Are you there?', given);
    harness.clock.advance(agentPresenceMs - minute);
    await harness.arrive(chat, 'Sí');
    expect(await countIn(chat)).toBe(0);
    harness.clock.advance(sessionGapMs);
    await harness.arrive(chat, 'Buenos días');
    expect(await countIn(chat)).toBe(1);
  });

  it('welcomes a customer once for several lines that arrive together', async () => {
    await harness.template();
    const chat = await harness.openChat();
    await harness.arrive(chat, 'Hola', 'Buenos días', 'Gracias');
    expect(await countIn(chat)).toBe(1);
  });

  it('recognizes a customer from imported history by the platform’s time', async () => {
    await harness.template();
    const [recent, old] = [await harness.openChat(), await harness.openChat()];
    const sentAt = (ms: number) => ({ sentAt: new Date(harness.clock.now() - ms) });
    await harness.receive(recent, 'Hola', sentAt(minute));
    await harness.receive(old, 'Hola', sentAt(2 * sessionGapMs));
    for (const chat of [recent, old]) await harness.arrive(chat, 'Gracias');
    expect([await countIn(recent), await countIn(old)]).toEqual([0, 1]);
  });

  it('ignores a platform’s time in the future', async () => {
    await harness.template();
    const chat = await harness.openChat();
    await harness.receive(chat, 'Hola', { sentAt: new Date(harness.clock.now() + 100 * sessionGapMs) });
    harness.clock.advance(sessionGapMs + minute);
    await harness.arrive(chat, 'Gracias');
    expect(await countIn(chat)).toBe(1);
  });

  it.each([
    ['automatic replies are switched off', { autoReply: false }],
    ['the sub-account is disabled', { status: 'disabled' as const }],
    ['the sub-account is deleted', { status: 'deleted' as const }],
  ])('leaves a customer unanswered when %s', async (_, changes) => {
    await harness.template();
    await harness.decide(changes);
    const chat = await harness.openChat();
    await harness.arrive(chat, 'Buenos días');
    expect(await countIn(chat)).toBe(0);
  });

  it('leaves a customer unanswered while the template is disabled', async () => {
    const { id } = await harness.template();
    const switchTo = (enabled: boolean) =>
      setRulesEnabled(harness, harness.caller(), 'welcome', { ids: [id], enabled });
    expect(await switchTo(false)).toBe(1);
    const chat = await harness.openChat();
    await harness.arrive(chat, 'Buenos días');
    expect(await countIn(chat)).toBe(0);
    expect(await switchTo(true)).toBe(1);
    expect(await switchTo(true)).toBe(0);
    const other = await harness.openChat();
    await harness.arrive(other, 'Buenos días');
    expect(await countIn(other)).toBe(1);
  });
});

describe('one message', () => {
  it('answers each message once, however often and in however many processes its job runs', async () => {
    await harness.template();
    const second = harness.anotherProcess();
    const chats = await Promise.all(Array.from({ length: 8 }, () => harness.openChat()));
    const ids = await Promise.all(chats.map((chat) => harness.receive(chat, 'Buenos días, gracias')));
    const processes = [harness.automation, second, harness.automation, second];
    await Promise.all(
      processes.flatMap((automation) =>
        ids.map((id) => automation.answerArrivals(harness.workspaceId, [id])),
      ),
    );
    for (const chat of chats) expect(await countIn(chat)).toBe(1);
    expect(await harness.jobsOf('conversations.translate-outbound')).toHaveLength(8);
  });

  it('answers a message after the process that should have done so died halfway', async () => {
    await harness.template(says('Hola', 'Gracias'));
    const chat = await harness.openChat();
    const { db } = harness.database;
    // A failing second insertion rolls the transaction back, as the death of its process would.
    await db.execute(
      sql`alter table ${messages} add constraint dies check (original <> 'Gracias') not valid`,
    );
    const id = await harness.receive(chat, 'Buenos días');
    const answer = () => harness.automation.answerArrivals(harness.workspaceId, [id]);
    await expect(answer()).rejects.toThrow();
    expect(await countIn(chat)).toBe(0);
    await db.execute(sql`alter table ${messages} drop constraint dies`);
    await answer();
    expect(await textsIn(chat)).toEqual(['Hola', 'Gracias']);
  });

  it('leaves a message unanswered when an agent was faster', async () => {
    await harness.template();
    const chat = await harness.openChat();
    const id = await harness.receive(chat, 'Buenos días');
    await harness.agentSays(chat, 'Good morning');
    await harness.automation.answerArrivals(harness.workspaceId, [id]);
    expect(await countIn(chat)).toBe(0);
  });

  it('ignores a message that was deleted before its job', async () => {
    await harness.template();
    await harness.automation.answerArrivals(harness.workspaceId, [harness.subAccountId]);
    expect(await harness.jobsOf('conversations.translate-outbound')).toEqual([]);
  });
});

describe('a keyword', () => {
  const two = says('{{fan|Cliente}}, 5 €', 'De {{agent}} de {{account}}');

  it('answers a keyword after the welcome, with all contents in order and variables filled in', async () => {
    await harness.template();
    await harness.rule(two);
    const chat = await harness.openChat({ title: 'Marta' });
    await harness.arrive(chat, '¿El ENVÍO?', 'Hola');
    await harness.arrive(chat, 'envío');
    const reply = ['Marta, 5 €', 'De Ana de Shop'];
    expect(await textsIn(chat)).toEqual([text, ...reply, ...reply]);
    expect((await harness.repliesIn(chat))[1]).toMatchObject({
      translation: null,
      translationState: 'none',
      delivery: 'queued',
      mode: 'original',
    });
  });

  it('replaces the name of a customer whom the platform names by an id', async () => {
    await harness.rule(two);
    const chat = await harness.openChat();
    await harness.arrive(chat, 'envío');
    expect(await textsIn(chat)).toEqual(['Cliente, 5 €', 'De Ana de Shop']);
  });

  it('answers a keyword in each of several messages that arrive together', async () => {
    await harness.template();
    await harness.rule();
    await harness.rule({ keywords: ['precio'], ...says('10 €') });
    const chat = await harness.openChat();
    await harness.arrive(chat, 'El precio', 'y el envío');
    expect(await textsIn(chat)).toEqual([text, '10 €', text]);
  });

  it('ignores a platform’s placeholder for missing content', async () => {
    await harness.template();
    await harness.rule({ keywords: ['encuesta'], ...says('5 €') });
    const chat = await harness.openChat();
    const id = await harness.receive(chat, 'Encuesta: buenos días', { kind: 'unsupported' });
    await harness.automation.answerArrivals(harness.workspaceId, [id]);
    expect(await textsIn(chat)).toEqual([text]);
  });

  it('stops answering when two machines seem to answer each other, whatever the number of texts', async () => {
    await harness.rule(says(...Array.from({ length: 10 }, (_, n) => `${n} €`)));
    const chat = await harness.openChat();
    for (let n = 0; n < replyLimit + 2; n += 1)
      await harness.arrive(chat, ...Array.from({ length: 5 }, () => 'Hola'), `envío ${n}`);
    expect(new Set((await harness.repliesIn(chat)).map(({ triggeredBy }) => triggeredBy)).size).toBe(
      replyLimit,
    );
  });
});

describe('a keyword in a translation', () => {
  const pending = async (translation: string | null = null) => {
    const chat = await harness.openChat();
    const id = await harness.receive(chat, 'Llegará mañana', { translationState: 'pending' });
    await harness.automation.answerArrivals(harness.workspaceId, [id]);
    const translated = { translation, translationState: 'done' } as const;
    if (translation !== null)
      await harness.database.db.update(messages).set(translated).where(eq(messages.id, id));
    return chat;
  };
  const waits = async () => (await harness.jobsOf('automation.after-translation')).map(({ after }) => after);

  it('finds a keyword in a translation once it is stored, by a rule that allows it', async () => {
    await harness.template();
    await harness.rule({ keywords: ['tomorrow'], matchTranslation: true, ...says('Sí') });
    const chat = await pending('It will arrive tomorrow');
    expect(await textsIn(chat)).toEqual([text]);
    await harness.searchTranslations();
    expect(await textsIn(chat)).toEqual([text, 'Sí']);
    expect(await waits()).toEqual([]);
  });

  it('waits for no translation that no rule of the sub-account may search', async () => {
    await harness.rule({ keywords: ['tomorrow'] });
    await harness.rule({ keywords: ['tomorrow'], matchTranslation: true, enabled: false });
    await pending();
    expect(await waits()).toEqual([]);
  });

  it('waits longer and longer for a translation, and at last no more', async () => {
    await harness.rule({ keywords: ['tomorrow'], matchTranslation: true });
    await pending();
    const seen: number[] = [];
    for (let jobs = await waits(); jobs.length > 0 && seen.length < 20; jobs = await waits()) {
      seen.push(...jobs);
      await harness.searchTranslations();
    }
    expect(seen).toEqual([0.5, 1, 2, 5, 15, 60]);
  });
});

describe('a keyword’s delayed reply', () => {
  it('sends a delayed reply once, although its jobs run twice', async () => {
    await harness.template();
    const rule = await harness.rule({ delaySeconds: 3_600, ...says('5 €', '10 €') });
    const chat = await harness.openChat();
    const [id = ''] = await harness.arrive(chat, 'envío');
    expect(await harness.jobsOf('automation.delayed-reply')).toMatchObject([
      { payload: { messageId: id, ruleId: rule.id }, after: 3_600 },
    ]);
    expect(await textsIn(chat)).toEqual([text]);
    await harness.sendDelayed();
    await harness.automation.answerLater(harness.workspaceId, id, rule.id);
    await harness.automation.answerArrivals(harness.workspaceId, [id]);
    await harness.sendDelayed();
    expect(await textsIn(chat)).toEqual([text, '5 €', '10 €']);
  });

  it.each<[string, (chat: string, ruleId: string) => PromiseLike<unknown>]>([
    ['an agent has answered', (chat) => harness.agentSays(chat, 'Ya voy')],
    [
      'the business has answered with another device',
      (chat) => harness.agentSays(chat, 'Ya voy', { authorSubAccountId: null }),
    ],
    ['an agent has archived the conversation', (chat) => harness.archive(chat)],
    ['the sub-account is switched off', () => harness.decide({ autoReply: false })],
    [
      'the rule is disabled',
      (_, id) => setRulesEnabled(harness, harness.caller(), 'keyword', { ids: [id], enabled: false }),
    ],
  ])('sends no delayed reply when %s meanwhile', async (_, meanwhile) => {
    const { id } = await harness.rule({ delaySeconds: 60 });
    const chat = await harness.openChat();
    await harness.arrive(chat, 'envío');
    await meanwhile(chat, id);
    await harness.sendDelayed();
    expect(await countIn(chat)).toBe(0);
  });
});
