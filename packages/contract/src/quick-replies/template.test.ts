import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quickReplyForm } from './endpoints.ts';
import { fillIn, partsOf, readBack } from './template.ts';

const nobody = { fan: null, agent: null, account: null };

describe('fillIn', () => {
  it('replaces variables by their values, or by the fallback', () => {
    const content = 'Hi {{fan|friend}}, this is {{ agent }} of {{account}}.';
    expect(fillIn(content, { fan: 'Marta', agent: 'Ana', account: 'Shop' })).toBe(
      'Hi Marta, this is Ana of Shop.',
    );
    expect(fillIn(content, { ...nobody, agent: 'Ana' })).toBe('Hi friend, this is Ana of .');
  });

  it('keeps single braces and unknown names', () => {
    expect(fillIn('{fan} {{order}} {{', { fan: 'Marta', agent: null, account: null })).toBe(
      '{fan} {{order}} {{',
    );
  });

  it('inserts a value literally, even if it looks like a variable', () => {
    expect(fillIn('Hi {{fan|you}}', { ...nobody, fan: '{{agent}} $& $1' })).toBe('Hi {{agent}} $& $1');
  });
});

describe('readBack', () => {
  it.each([
    ['Hi {{fan|you}}!', 'Hi Marta!', { ...nobody, fan: 'Marta' }],
    ['{{fan|you}}, welcome', 'Marta, welcome', { ...nobody, fan: 'Marta' }],
    ['Hi {{fan|you}}', 'Hi Marta López', { ...nobody, fan: 'Marta López' }],
    ['Hi {{fan|you}}!', 'Hi you!', nobody],
    ['Hi {{fan|you}}!', 'Hi Marta!!', { ...nobody, fan: 'Marta!' }],
    ['{{fan|you}} and {{agent}}', 'Marta and Ana', { fan: 'Marta', agent: 'Ana', account: null }],
    ['No variable', 'No variable', nobody],
  ])('recovers the values of %j from %j', (content, text, values) => {
    expect(readBack(content, text)).toEqual(values);
  });

  it.each([
    ['Hi {{fan|you}}!', 'Hello Marta!'],
    ['Hi {{fan|you}}!', 'Hi Marta'],
    ['Hi {{fan|you}}!', 'Hi !'],
    ['Hi {{fan|you}}!', 'Hi Marta\nand Ana!'],
    ['{{fan|you}} {{fan|you}}', 'Marta Ana'],
    ['{{fan|you}}{{agent}}', 'MartaAna'],
    ['No variable', 'No variable.'],
  ])('finds no values of %j in %j', (content, text) => {
    expect(readBack(content, text)).toBeNull();
  });

  const name = fc.stringMatching(/^[A-Za-z]{1,8}$/);
  const literal = fc.stringMatching(/^[ ,.!]{1,4}$/);

  it('recovers the inserted values if they differ from the surrounding texts', () => {
    fc.assert(
      fc.property(fc.array(literal, { minLength: 3, maxLength: 3 }), name, name, ([a, b, c], fan, agent) => {
        const content = `${a}{{fan|x1}}${b}{{agent|x2}}${c}`;
        const text = fillIn(content, { fan, agent, account: null });
        expect(readBack(content, text)).toEqual({ fan, agent, account: null });
      }),
    );
  });

  it('runs in linear time for any two texts', () => {
    const content = '{{fan|x}}a'.repeat(10);
    const began = performance.now();
    expect(readBack(content, 'a'.repeat(200_000))).toBeNull();
    expect(performance.now() - began).toBeLessThan(1_000);
  });
});

describe('partsOf', () => {
  it('preserves every letter of a content, in order', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('{', '}', '|', 'fan', ' ', 'a') }), (content) => {
        const parts = partsOf(content);
        const whole = parts.map((part) => (part.kind === 'variable' ? '' : part.text)).join('');
        if (parts.every(({ kind }) => kind !== 'variable')) expect(whole).toBe(content);
        else expect(content.length).toBeGreaterThan(whole.length);
      }),
    );
  });
});

describe('quickReplyForm', () => {
  const form = { name: 'hi', title: 'Hi', content: 'Hi {{fan|you}}', language: 'en', translations: [] };
  const ruleOf = (changes: object) => {
    const { error } = quickReplyForm.safeParse({ ...form, ...changes });
    return error?.issues.map((issue) => ('params' in issue ? issue.params?.rule : issue.code));
  };

  it('accepts variables, a fallback for the customer and one text per language', () => {
    expect(ruleOf({ translations: [{ language: 'es', content: 'Hola {{fan|amigo}}' }] })).toBeUndefined();
  });

  it.each([
    ['unknown-variable', { content: 'Your {{order}}' }],
    ['no-fallback', { content: 'Hi {{fan}}' }],
    ['too-many-variables', { content: '{{agent}} '.repeat(11) }],
    ['empty', { content: ' \u200b ' }],
    ['too-long', { content: 'a'.repeat(2_001) }],
    ['language-twice', { translations: [{ language: 'en', content: 'Hi' }] }],
    ['unknown-language', { language: 'xx' }],
    ['spaces', { name: 'two words' }],
    ['spaces', { name: '/hi' }],
  ])('refuses by the rule %s', (rule, changes) => {
    expect(ruleOf(changes)).toEqual([rule]);
  });
});
